import { sql } from 'drizzle-orm'
import { flag, index, int, json, primaryKey, string, table, time } from './columns.js'
import { user } from './people.js'
import type { ResourceKind } from './resources.js'

/**
 * The last change of each item, item set and media, also of those that are deleted
 * (db/sqlite/write/resource-changes.ts). Positions ascend in the order of commits. `publicPosition` is that of the last
 * change that everybody may know of, null if the resource was never public; `time` and `publicTime` belong to the two.
 * `created`: position of the creation; `appeared`: position since which all see it who see it now. `isPublic`:
 * everybody sees it, of a media with its item. Otherwise those see it who see everything, and the account `viewerId`.
 */
export const resourceChange = table('resource_change', {
  resourceId: int('resource_id').primaryKey(),
  kind: string('kind').$type<Exclude<ResourceKind, 'value_annotation'>>().notNull(),
  position: int('position').notNull(),
  publicPosition: int('public_position'),
  created: int('created').notNull(),
  appeared: int('appeared').notNull(),
  time: time('time').notNull(),
  publicTime: time('public_time'),
  isPublic: flag('is_public').notNull(),
  isDeleted: flag('is_deleted').notNull(),
  viewerId: int('viewer_id')
}, (t) => [
  index('resource_change_position').on(t.kind, t.position),
  index('resource_change_public').on(t.kind, t.publicPosition).where(sql`public_position IS NOT NULL`),
  index('resource_change_viewer').on(t.viewerId, t.kind, t.position).where(sql`viewer_id IS NOT NULL AND is_public = 0`)
])

/** Resources that were touched and have no entry for it yet; empty after each commit. */
export const resourceChangeDue = table('resource_change_due', { id: int('id').primaryKey() })

/** Accounts that saw a resource as its `viewerId`, with the position since which they do not any more. */
export const formerViewer = table('former_viewer', {
  userId: int('user_id').notNull().references(() => user.id, { onDelete: 'cascade' }),
  resourceId: int('resource_id').notNull(),
  kind: string('kind').$type<Exclude<ResourceKind, 'value_annotation'>>().notNull(),
  position: int('position').notNull(),
  time: time('time').notNull()
}, (t) => [
  primaryKey({ columns: [t.userId, t.resourceId] }),
  index('former_viewer_position').on(t.userId, t.kind, t.position)
])

/** Item sets that items have left, or were in when they were hidden or deleted; what hidden items do is not in it. */
export const leftItemSet = table('left_item_set', {
  itemSetId: int('item_set_id').notNull(),
  itemId: int('item_id').notNull()
}, (t) => [primaryKey({ columns: [t.itemSetId, t.itemId] }), index('left_item_set_item').on(t.itemId)])

/**
 * The one row about the log: a random name, the last position and its time. `gaps`: positions that were never given
 * here, because they may have been after the moment of a backup that was restored.
 */
export const changeLog = table('change_log', {
  epoch: string('epoch').primaryKey(),
  position: int('position').notNull(),
  time: time('time').notNull(),
  gaps: json<ReadonlyArray<{ readonly after: number, readonly before: number }>>('gaps').notNull()
})
