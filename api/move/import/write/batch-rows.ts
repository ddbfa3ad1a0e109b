import { and, eq, inArray } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../../../db/query/statements/database.js'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import {
  importChange,
  importedRecord,
  item,
  itemItemSet,
  itemSet,
  itemSite,
  media,
  resource,
  sortText,
  value
} from '../../../../db/tables/index.js'
import { sitesOfNewItems } from '../../../resources/items/item-sites.js'
import { Turns } from '../../../core/sequence/turns.js'

/** Rows per statement. */
const ROWS_PER_INSERT = 500

/** Rows to insert, or columns of existing rows to update, which the column `id` identifies. */
export interface BatchChange {
  readonly how: 'insert' | 'update'
  readonly table: SQLiteTable
  readonly rows: ReadonlyArray<Record<string, unknown>>
}

export type ResourceRow = typeof resource.$inferInsert & { id: number }

/** The rows of a batch. */
export class BatchRows {
  readonly values: Array<typeof value.$inferInsert> = []
  readonly media: Array<typeof media.$inferInsert> = []
  readonly memberships: Array<typeof itemItemSet.$inferInsert> = []
  readonly sortTexts: Array<typeof sortText.$inferInsert> = []
  readonly imported: Array<typeof importedRecord.$inferInsert> = []
  /** Existing placeholder rows, which are updated. */
  readonly placeholders: Array<{ row: ResourceRow, isOpen: boolean }> = []
  /** Records whose stored digest must be updated. */
  readonly digests: Array<{ label: string, digest: number }> = []
  /** Labels of records that no longer exist. */
  readonly lostLabels: string[] = []
  /** Ids of the new resources, without annotations and media of new items, which are deleted with them. */
  readonly made: number[] = []
  readonly #resources: ResourceRow[] = []
  readonly #items: Array<{ id: number }> = []
  readonly #itemSets: Array<typeof itemSet.$inferInsert> = []

  /** @param destination the source and the job under which they are stored. */
  constructor (private readonly destination: { readonly source: string, readonly jobId: number | undefined }) {}

  /** Ids of the placeholders. */
  get filled (): number[] {
    return this.placeholders.map(({ row }) => row.id)
  }

  addResource (row: ResourceRow, isOpen: boolean): void {
    this.#resources.push(row)
    if (row.kind === 'item_set') this.#itemSets.push({ id: row.id, isOpen })
    else if (row.kind === 'item') this.#items.push({ id: row.id })
  }

  /** Writes everything added, in short statements so that other requests can run in between. */
  async insert (database: Database): Promise<void> {
    const { source, jobId } = this.destination
    if (this.lostLabels.length > 0) {
      await database
        .delete(importedRecord)
        .where(and(eq(importedRecord.source, source), inArray(importedRecord.label, this.lostLabels)))
    }
    const turns = new Turns()
    for (const { how, table, rows } of this.changes(await sitesOfNewItems(database))) {
      if (how === 'insert') await insertInParts(database, table, rows, turns)
      else for (const { id, ...columns } of rows) await database.$native.updateRow(table, id as number, columns)
    }
    for (const { label, digest } of this.digests) {
      await database.update(importedRecord).set({ digest })
        .where(and(eq(importedRecord.source, source), eq(importedRecord.label, label)))
    }
    for (const row of this.media) await database.insert(media).values(row)
    if (jobId === undefined) return
    for (const resourceId of this.filled) {
      // Another job may have reserved the id.
      await database.insert(importChange).values({ jobId, resourceId }).onConflictDoNothing()
    }
  }

  /** All changes except for media, in order. @param sites sites to which all new items belong. */
  changes (sites: readonly number[]): BatchChange[] {
    const { jobId } = this.destination
    const sets = this.placeholders.filter(({ row }) => row.kind === 'item_set')
    return [
      { how: 'insert', table: resource, rows: this.#resources },
      { how: 'update', table: resource, rows: this.placeholders.map(({ row }) => row) },
      { how: 'update', table: itemSet, rows: sets.map(({ row: { id }, isOpen }) => ({ id, isOpen })) },
      { how: 'insert', table: item, rows: this.#items },
      { how: 'insert', table: itemSet, rows: this.#itemSets },
      { how: 'insert', table: itemItemSet, rows: this.memberships },
      { how: 'insert', table: itemSite, rows: this.#siteRows(sites) },
      { how: 'insert', table: value, rows: this.values },
      { how: 'insert', table: sortText, rows: this.sortTexts },
      { how: 'insert', table: importedRecord, rows: this.imported },
      {
        how: 'insert',
        table: importChange,
        rows: jobId === undefined ? [] : this.made.map((resourceId) => ({ jobId, resourceId }))
      }
    ]
  }

  #siteRows (sites: readonly number[]): Array<typeof itemSite.$inferInsert> {
    return this.#items.flatMap(({ id }) => sites.map((siteId) => ({ itemId: id, siteId })))
  }
}

async function insertInParts (
  database: Database, table: SQLiteTable, rows: BatchChange['rows'], turns: Turns
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await insertRows(database, table, rows.slice(at, at + ROWS_PER_INSERT))
    await turns.next()
  }
}
