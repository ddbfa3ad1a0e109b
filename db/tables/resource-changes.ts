import { sql } from 'drizzle-orm'
import { flag, index, int, json, primaryKey, string, table, time } from './columns.js'
import { user } from './people.js'
import type { ResourceKind } from './resources.js'

/**
 * The last change of each item, item set and media, including deleted ones (db/sqlite/write/change-queue.ts).
 * Positions ascend in commit order. `publicPosition` is the position of the last change that anonymous viewers may
 * know of, null if the resource was never public; `time` and `publicTime` belong to the two positions. `created`:
 * position of the creation. `appeared`: position since which its present viewers can see it. `isPublic`: visible to
 * every viewer (for media, together with their item). Otherwise it is visible to accounts that may see everything, and
 * to the account `viewerId`.
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

/** Accounts that could see a resource as its `viewerId`, and the position since which they cannot any more. */
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

/**
 * Item sets that items have left, or belonged to when they were hidden or deleted. Later changes of hidden items are
 * not recorded.
 */
export const leftItemSet = table('left_item_set', {
  itemSetId: int('item_set_id').notNull(),
  itemId: int('item_id').notNull()
}, (t) => [primaryKey({ columns: [t.itemSetId, t.itemId] }), index('left_item_set_item').on(t.itemId)])

/**
 * The single row that describes the log: a random name, the last position and its time. `gaps` are positions never
 * used here, because they may have been given out after the moment of the backup that was restored.
 */
export const changeLog = table('change_log', {
  epoch: string('epoch').primaryKey(),
  position: int('position').notNull(),
  time: time('time').notNull(),
  gaps: json<ReadonlyArray<{ readonly after: number, readonly before: number }>>('gaps').notNull()
})
