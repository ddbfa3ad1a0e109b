import { sql } from 'drizzle-orm'
import {
  flag,
  id,
  index,
  int,
  json,
  number,
  primaryKey,
  string,
  table,
  time,
  uniqueIndex,
  type AnyColumn
} from './columns.js'
import { user } from './people.js'
import { property, resourceClass, resourceTemplate } from './vocabularies.js'

/** The four kinds of resource that share one sequence of ids and have values. */
export const RESOURCE_KINDS = ['item', 'item_set', 'media', 'value_annotation'] as const
export type ResourceKind = typeof RESOURCE_KINDS[number]

/** An uploaded image that other resources use as their thumbnail. */
export const asset = table('asset', {
  id: id(),
  ownerId: int('owner_id').references(() => user.id, { onDelete: 'set null' }),
  name: string('name').notNull(),
  nameKey: string('name_key').notNull(),
  mediaType: string('media_type').notNull(),
  storageId: string('storage_id').notNull(),
  extension: string('extension'),
  altText: string('alt_text')
}, (t) => [uniqueIndex('asset_storage').on(t.storageId), index('asset_owner').on(t.ownerId)])

/**
 * Columns that items, item sets, media and value annotations share. `title` is computed from all values of the
 * resource, `publicTitle` from the public ones; db/query/statements/viewer.ts decides which of them a viewer is shown.
 * Each is stored with three collation keys: for sorting, for equality and (folded text) for containment. Most often
 * both titles are the same: indexes have the public one only where `titlesDiffer`.
 */
export const resource = table('resource', {
  id: id(),
  kind: string('kind').$type<ResourceKind>().notNull(),
  ownerId: int('owner_id').references(() => user.id, { onDelete: 'set null' }),
  classId: int('class_id').references(() => resourceClass.id, { onDelete: 'set null' }),
  templateId: int('template_id').references(() => resourceTemplate.id, { onDelete: 'set null' }),
  thumbnailId: int('thumbnail_id').references(() => asset.id, { onDelete: 'set null' }),
  title: string('title'),
  titleSort: string('title_sort'),
  titleKey: string('title_key'),
  titleFold: string('title_fold'),
  publicTitle: string('public_title'),
  publicTitleSort: string('public_title_sort'),
  publicTitleKey: string('public_title_key'),
  publicTitleFold: string('public_title_fold'),
  titlesDiffer: flag('titles_differ').notNull().default(false),
  isPublic: flag('is_public').notNull(),
  created: time('created').notNull(),
  modified: time('modified')
}, (t) => [
  index('resource_kind').on(t.kind, t.isPublic, t.id),
  index('resource_listing').on(t.kind, t.id),
  index('resource_title').on(t.kind, t.titleSort, t.id, t.isPublic, t.titlesDiffer),
  index('resource_public_title').on(t.kind, t.publicTitleSort, t.id, t.isPublic).where(sql`titles_differ = 1`),
  index('resource_title_key').on(t.titleKey),
  index('resource_public_title_key').on(t.publicTitleKey).where(sql`titles_differ = 1`),
  index('resource_owner').on(t.ownerId, t.kind),
  // Partial indexes: many resources have no class, template or thumbnail, and no query looks for NULL by an index.
  index('resource_class_of').on(t.classId, t.kind).where(sql`class_id IS NOT NULL`),
  index('resource_template_of').on(t.templateId, t.kind).where(sql`template_id IS NOT NULL`),
  index('resource_thumbnail').on(t.thumbnailId).where(sql`thumbnail_id IS NOT NULL`),
  index('resource_created').on(t.kind, t.created, t.id),
  index('resource_modified').on(t.kind, t.modified, t.id)
])

export const item = table('item', {
  id: int('id').primaryKey().references(() => resource.id, { onDelete: 'cascade' }),
  primaryMediaId: int('primary_media_id').references((): AnyColumn => media.id, { onDelete: 'set null' })
}, (t) => [index('item_primary_media').on(t.primaryMediaId).where(sql`primary_media_id IS NOT NULL`)])

export const itemSet = table('item_set', {
  id: int('id').primaryKey().references(() => resource.id, { onDelete: 'cascade' }),
  isOpen: flag('is_open').notNull()
})

/** A file, page or remote object of an item. `position` null sorts first; `size` in bytes. */
export const media = table('media', {
  id: int('id').primaryKey().references(() => resource.id, { onDelete: 'cascade' }),
  itemId: int('item_id').notNull().references(() => item.id, { onDelete: 'cascade' }),
  ingester: string('ingester').notNull(),
  renderer: string('renderer').notNull(),
  data: json<unknown>('data'),
  source: string('source'),
  mediaType: string('media_type'),
  storageId: string('storage_id'),
  extension: string('extension'),
  sha256: string('sha256'),
  size: int('size'),
  hasOriginal: flag('has_original').notNull(),
  hasThumbnails: flag('has_thumbnails').notNull(),
  position: int('position'),
  lang: string('lang'),
  altText: string('alt_text')
}, (t) => [index('media_item').on(t.itemId, t.position), uniqueIndex('media_storage').on(t.storageId)])

/**
 * Measurements of the file of a media: width and height in pixels after rotation, duration in seconds; null if it has
 * none or it is unknown. `hasParts`: regions of the picture can be decoded separately. Measured on first use.
 */
export const mediaExtent = table('media_extent', {
  mediaId: int('media_id').primaryKey().references(() => media.id, { onDelete: 'cascade' }),
  width: int('width'),
  height: int('height'),
  duration: number('duration'),
  hasParts: flag('has_parts').notNull()
})

export const itemItemSet = table('item_item_set', {
  itemId: int('item_id').notNull().references(() => item.id, { onDelete: 'cascade' }),
  itemSetId: int('item_set_id').notNull().references(() => itemSet.id, { onDelete: 'cascade' })
}, (t) => [primaryKey({ columns: [t.itemId, t.itemSetId] }), index('item_item_set_members').on(t.itemSetId, t.itemId)])

/**
 * One value of a resource. `text` is a literal, or the label of a URI; `uri` the URI; `linkedId` the linked resource;
 * `annotationId` the value annotation that describes the value. Values are ordered by row id. `textKey` and `uriKey`
 * are keys for equality, `textFold` and `uriFold` for containment (docs/contract/search.md §10); `number`, `earliest`
 * and `latest` are keys for comparing literals by size, if they are numbers or dates (comparison-keys.ts).
 */
export const value = table('value', {
  id: id(),
  resourceId: int('resource_id').notNull().references(() => resource.id, { onDelete: 'cascade' }),
  propertyId: int('property_id').notNull().references(() => property.id, { onDelete: 'cascade' }),
  type: string('type').notNull(),
  lang: string('lang'),
  text: string('text'),
  textKey: string('text_key'),
  textFold: string('text_fold'),
  uri: string('uri'),
  uriKey: string('uri_key'),
  uriFold: string('uri_fold'),
  number: number('number'),
  earliest: int('earliest'),
  latest: int('latest'),
  linkedId: int('linked_id').references(() => resource.id, { onDelete: 'cascade' }),
  annotationId: int('annotation_id').references(() => resource.id, { onDelete: 'set null' }),
  isPublic: flag('is_public').notNull()
}, (t) => [
  index('value_resource').on(t.resourceId, t.propertyId),
  index('value_property').on(t.propertyId, t.resourceId, t.isPublic, t.type),
  // Partial indexes: most values have only some of these keys, and no query looks for NULL.
  index('value_text').on(t.textKey, t.propertyId, t.resourceId, t.isPublic).where(sql`text_key IS NOT NULL`),
  index('value_uri').on(t.uriKey, t.propertyId, t.resourceId, t.isPublic).where(sql`uri_key IS NOT NULL`),
  index('value_number').on(t.propertyId, t.number, t.resourceId, t.isPublic).where(sql`number IS NOT NULL`),
  index('value_earliest').on(t.propertyId, t.earliest, t.resourceId, t.isPublic).where(sql`earliest IS NOT NULL`),
  index('value_latest').on(t.propertyId, t.latest, t.resourceId, t.isPublic).where(sql`latest IS NOT NULL`),
  index('value_linked').on(t.linkedId, t.propertyId, t.resourceId, t.isPublic).where(sql`linked_id IS NOT NULL`),
  index('value_annotation').on(t.annotationId).where(sql`annotation_id IS NOT NULL`)
])

/**
 * Sort key of a resource for a property, made from the property's texts joined by commas (docs/contract/search.md §3).
 * If some values are private, there are two rows, which differ in `audience`. In SQLite, a table without row ids.
 */
export const sortText = table('sort_text', {
  resourceId: int('resource_id').notNull().references(() => resource.id, { onDelete: 'cascade' }),
  propertyId: int('property_id').notNull().references(() => property.id, { onDelete: 'cascade' }),
  audience: int('audience').$type<Audience>().notNull(),
  sortKey: string('sort_key').notNull()
}, (t) => [
  primaryKey({ columns: [t.resourceId, t.propertyId, t.audience] }),
  index('sort_text_order').on(t.propertyId, t.sortKey, t.resourceId, t.audience)
])

/**
 * The viewers that a sort text is for: all of them; viewers who see public values only; viewers who also see private
 * values.
 */
export const AUDIENCE = { everyone: 0, publicOnly: 1, full: 2 } as const
export type Audience = typeof AUDIENCE[keyof typeof AUDIENCE]
