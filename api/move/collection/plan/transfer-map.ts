import { and, eq, getTableColumns, isNotNull, max, sql, type AnyColumn } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import {
  asset, property, resource, resourceClass, resourceTemplate, site, sitePage, transferredRecord as table, user,
  vocabulary
} from '../../../../db/tables/index.js'
import type { Sequence } from '../read/collection-file.js'

/** The table of each sequence. */
export const SEQUENCE_TABLES: Record<Sequence, SQLiteTable & { id: AnyColumn }> = {
  vocabularies: vocabulary,
  properties: property,
  resource_classes: resourceClass,
  users: user,
  assets: asset,
  resource_templates: resourceTemplate,
  resources: resource,
  sites: site,
  site_pages: sitePage
}

/** The row for a record of the source. */
export interface Entry {
  localId: number
  /** Digest of the record in the source; null: the row is a placeholder. */
  digest: string | null
  state: string | null
  isMatched: boolean
  /** False when the row was deleted. */
  isHere: boolean
}

export interface NewEntry extends Omit<Entry, 'isHere'> { foreignId: number }

/** Digest of a record whose row may differ from the source. */
export const DOUBTED = ''

/** Maps ids of one source to ids of rows. */
export class TransferMap {
  constructor (readonly sourceId: number) {}

  /** The entries of some records, without records that were never imported. */
  async load (database: Database, sequence: Sequence, ids: Iterable<number>): Promise<Map<number, Entry>> {
    const wanted = [...ids]
    if (wanted.length === 0) return new Map()
    const there = SEQUENCE_TABLES[sequence]
    const { foreignId, localId, digest, state, isMatched } = getTableColumns(table)
    const rows = await database
      .select({ foreignId, localId, digest, state, isMatched, here: sql<number | null>`${there.id}` })
      .from(table)
      .leftJoin(there, eq(there.id, table.localId))
      .where(and(eq(table.sourceId, this.sourceId), eq(table.type, sequence), isOneOf(table.foreignId, wanted)))
    return new Map(rows.map(({ foreignId, here, ...entry }) => [foreignId, { ...entry, isHere: here !== null }]))
  }

  /** Ids of existing rows, including placeholders, by id in the source. */
  async localIds (database: Database, sequence: Sequence, ids: Iterable<number>): Promise<Map<number, number>> {
    return hereOnly(await this.load(database, sequence, ids))
  }

  /** All ids of a sequence, for sequences that are in memory anyway. */
  async allLocalIds (database: Database, sequence: Sequence): Promise<Map<number, number>> {
    const there = SEQUENCE_TABLES[sequence]
    const rows = await database.select({ foreignId: table.foreignId, localId: table.localId }).from(table)
      .innerJoin(there, eq(there.id, table.localId))
      .where(and(eq(table.sourceId, this.sourceId), eq(table.type, sequence)))
    return new Map(rows.map(({ foreignId, localId }) => [foreignId, localId]))
  }

  /** The highest mapped row id of a sequence, of all sources; 0 when there is none. */
  async highestLocalId (database: Database, sequence: Sequence): Promise<number> {
    const [row] = await database.select({ id: max(table.localId) }).from(table).where(eq(table.type, sequence))
    return row?.id ?? 0
  }

  /** Stores entries, replacing earlier ones of the same records. */
  async save (database: Database, sequence: Sequence, entries: readonly NewEntry[]): Promise<void> {
    if (entries.length === 0) return
    await this.remove(database, sequence, entries.map(({ foreignId }) => foreignId))
    await insertRows(database, table, entries.map(({ foreignId, localId, digest, state, isMatched }) => (
      { sourceId: this.sourceId, type: sequence, foreignId, localId, digest, state, isMatched }
    )))
  }

  /** Makes the next transfer write these records even if they are unchanged in the source. */
  async doubt (database: Database, sequence: Sequence, ids: readonly number[]): Promise<void> {
    const isOfSource = and(eq(table.sourceId, this.sourceId), eq(table.type, sequence))
    await database.update(table).set({ digest: DOUBTED })
      .where(and(isOfSource, isOneOf(table.foreignId, ids), isNotNull(table.digest)))
  }

  async remove (database: Database, sequence: Sequence, ids: readonly number[]): Promise<void> {
    await database.delete(table)
      .where(and(eq(table.sourceId, this.sourceId), eq(table.type, sequence), isOneOf(table.foreignId, ids)))
  }
}

function hereOnly (entries: ReadonlyMap<number, Entry>): Map<number, number> {
  return new Map([...entries].filter(([, { isHere }]) => isHere).map(([id, { localId }]) => [id, localId]))
}
