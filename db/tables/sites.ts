import { flag, id, index, int, json, primaryKey, string, table, time, uniqueIndex, type AnyColumn } from './columns.js'
import { user } from './people.js'
import { asset, item, itemSet, media } from './resources.js'

/** A website that presents the collection (docs/contract/admin-resources.md §6). */
export const site = table('site', {
  id: id(),
  ownerId: int('owner_id').references(() => user.id, { onDelete: 'set null' }),
  slug: string('slug').notNull(),
  slugKey: string('slug_key').notNull(),
  theme: string('theme').notNull(),
  title: string('title').notNull(),
  titleKey: string('title_key').notNull(),
  summary: string('summary'),
  thumbnailId: int('thumbnail_id').references(() => asset.id, { onDelete: 'set null' }),
  navigation: json<unknown[]>('navigation').notNull(),
  homepageId: int('homepage_id').references((): AnyColumn => sitePage.id, { onDelete: 'set null' }),
  itemPool: json<unknown>('item_pool').notNull(),
  isPublic: flag('is_public').notNull(),
  assignNewItems: flag('assign_new_items').notNull(),
  created: time('created').notNull(),
  modified: time('modified')
}, (t) => [uniqueIndex('site_slug').on(t.slugKey)])

export const sitePage = table('site_page', {
  id: id(),
  siteId: int('site_id').notNull().references(() => site.id, { onDelete: 'cascade' }),
  slug: string('slug').notNull(),
  slugKey: string('slug_key').notNull(),
  title: string('title').notNull(),
  titleKey: string('title_key').notNull(),
  isPublic: flag('is_public').notNull(),
  layout: string('layout'),
  layoutData: json<unknown>('layout_data'),
  created: time('created').notNull(),
  modified: time('modified')
}, (t) => [uniqueIndex('site_page_slug').on(t.siteId, t.slugKey)])

export const sitePageBlock = table('site_page_block', {
  id: id(),
  pageId: int('page_id').notNull().references(() => sitePage.id, { onDelete: 'cascade' }),
  layout: string('layout').notNull(),
  data: json<unknown>('data').notNull(),
  layoutData: json<unknown>('layout_data'),
  position: int('position').notNull()
}, (t) => [index('site_page_block_page').on(t.pageId, t.position)])

export const siteBlockAttachment = table(
  'site_block_attachment',
  {
    id: id(),
    blockId: int('block_id')
      .notNull()
      .references(() => sitePageBlock.id, { onDelete: 'cascade' }),
    itemId: int('item_id').references(() => item.id, { onDelete: 'set null' }),
    mediaId: int('media_id').references(() => media.id, { onDelete: 'set null' }),
    caption: string('caption').notNull(),
    position: int('position').notNull()
  },
  (t) => [
    index('site_block_attachment_block').on(t.blockId, t.position),
    index('site_block_attachment_item').on(t.itemId)
  ]
)

/** One row per site and user; any role but `admin` and `editor` counts as `viewer`. */
export const sitePermission = table('site_permission', {
  id: id(),
  siteId: int('site_id').notNull().references(() => site.id, { onDelete: 'cascade' }),
  userId: int('user_id').notNull().references(() => user.id, { onDelete: 'cascade' }),
  role: string('role').notNull()
}, (t) => [uniqueIndex('site_permission_once').on(t.siteId, t.userId), index('site_permission_user').on(t.userId)])

export const siteItemSet = table('site_item_set', {
  id: id(),
  siteId: int('site_id').notNull().references(() => site.id, { onDelete: 'cascade' }),
  itemSetId: int('item_set_id').notNull().references(() => itemSet.id, { onDelete: 'cascade' }),
  position: int('position').notNull()
}, (t) => [index('site_item_set_site').on(t.siteId, t.position), index('site_item_set_set').on(t.itemSetId)])

export const itemSite = table('item_site', {
  itemId: int('item_id').notNull().references(() => item.id, { onDelete: 'cascade' }),
  siteId: int('site_id').notNull().references(() => site.id, { onDelete: 'cascade' })
}, (t) => [primaryKey({ columns: [t.itemId, t.siteId] }), index('item_site_items').on(t.siteId, t.itemId)])
