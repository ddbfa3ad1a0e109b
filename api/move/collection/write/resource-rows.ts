import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import {
  item, itemItemSet, itemSet, itemSite, media, resource, sortText, value
} from '../../../../db/tables/index.js'
import type { Turns } from '../../../core/sequence/turns.js'

/** Values per INSERT, so that other requests can run in between. */
const VALUES_PER_INSERT = 1000

type ResourceRow = typeof resource.$inferInsert & { id: number }

/** Collects the rows of many resources, to insert or update them together. */
export class ResourceRows {
  readonly resources: ResourceRow[] = []
  readonly updates: ResourceRow[] = []
  readonly items: Array<{ id: number, primaryMediaId: number | null }> = []
  readonly itemUpdates: Array<{ id: number, primaryMediaId: number | null }> = []
  readonly itemSets: Array<typeof itemSet.$inferInsert> = []
  readonly itemSetUpdates: Array<typeof itemSet.$inferInsert> = []
  readonly media: Array<typeof media.$inferInsert> = []
  readonly mediaUpdates: Array<typeof media.$inferInsert & { id: number }> = []
  readonly primary: Array<{ id: number, primaryMediaId: number }> = []
  readonly memberships: Array<typeof itemItemSet.$inferInsert> = []
  readonly sites: Array<typeof itemSite.$inferInsert> = []
  readonly values: Array<typeof value.$inferInsert> = []
  readonly sortTexts: Array<typeof sortText.$inferInsert> = []
  readonly positions: Array<{ id: number, itemId: number, position: number }> = []

  /**
   * Writes the rows within a transaction, in an order that satisfies foreign keys. @param turns lets other requests
   * run.
   */
  async insert (database: Database, turns: Turns): Promise<void> {
    await insertRows(database, resource, this.resources)
    for (const { id, ...columns } of this.updates) {
      await database.update(resource).set(columns).where(eq(resource.id, id))
    }
    await insertRows(database, item, this.items)
    for (const { id, primaryMediaId } of this.itemUpdates) {
      await database.update(item).set({ primaryMediaId }).where(eq(item.id, id))
    }
    await insertRows(database, itemSet, this.itemSets)
    for (const { id, isOpen } of this.itemSetUpdates) {
      await database.update(itemSet).set({ isOpen }).where(eq(itemSet.id, id!))
    }
    await insertRows(database, media, this.media.map(withJsonText))
    for (const { id, ...columns } of this.mediaUpdates) {
      await database.update(media).set(columns).where(eq(media.id, id))
    }
    for (const { id, primaryMediaId } of this.primary) {
      await database.update(item).set({ primaryMediaId }).where(eq(item.id, id))
    }
    for (const { id, itemId, position } of this.positions) {
      await database.update(media).set({ position }).where(and(eq(media.id, id), eq(media.itemId, itemId)))
    }
    await insertRows(database, itemItemSet, this.memberships)
    await insertRows(database, itemSite, this.sites)
    for (let at = 0; at < this.values.length; at += VALUES_PER_INSERT) {
      await turns.next()
      await insertRows(database, value, this.values.slice(at, at + VALUES_PER_INSERT))
    }
    await insertRows(database, sortText, this.sortTexts)
  }
}

/** `insertRows` expects JSON as text. */
function withJsonText (row: typeof media.$inferInsert): typeof media.$inferInsert {
  return { ...row, data: row.data === null || row.data === undefined ? null : JSON.stringify(row.data) }
}
