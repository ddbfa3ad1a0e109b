import { createHash } from 'node:crypto'
import {
  and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, max, sql, type AnyColumn, type SQL
} from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { insertRows } from '../../../db/query/statements/insert-rows.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import type { Database } from '../../../db/query/statements/database.js'
import {
  asset, movedRecord as table, property, resource, resourceClass, resourceTemplate, site, sitePage,
  transferSource as sourceTable, user, vocabulary, type ResourceKind
} from '../../../db/tables/index.js'
import { groupBy } from '../../core/sequence/group-by.js'

export const SEQUENCE_TABLES = {
  vocabularies: vocabulary,
  properties: property,
  resource_classes: resourceClass,
  users: user,
  assets: asset,
  resource_templates: resourceTemplate,
  resources: resource,
  sites: site,
  site_pages: sitePage
} as const satisfies Record<string, SQLiteTable & { id: AnyColumn }>

/**
 * Ids are unique within a sequence, in a source and here: items, item sets, media and value annotations share one.
 */
export type Sequence = keyof typeof SEQUENCE_TABLES

/** What the names of records are: ids of a sequence, or labels in a file of items and item sets. */
export type NameType = Sequence | 'labels'

/** What a source calls a record: its id, or its label. */
export type Name = number | string

/** What is stored about a record. */
export interface NewEntry<N extends Name = Name> {
  name: N
  /** The id of its row here. */
  localId: number
  /** Digest of the record in the source; null: the row is a placeholder. */
  digest: string | null
  /** Identifies the row as it was written; null: it is not compared. */
  state: string | null
  /** Whether the row existed before. */
  isMatched: boolean
}

/** The row for a record of the source. */
export interface Entry extends Omit<NewEntry, 'name'> {
  /** False when the row was deleted. */
  isHere: boolean
  /** Kind and date of the last change of a resource. */
  kind: ResourceKind | null
  modified: number | null
}

/** Digest of a record whose row may differ from the source, or whose digest is not known. */
export const DOUBTED = ''

/** The entry, without its name, of a row that is reserved for a record which is written later. */
export function placeholder (localId: number): Omit<NewEntry, 'name'> {
  return { localId, digest: null, state: null, isMatched: false }
}

/** 128 bits of the SHA-256 of a value as JSON, in base64, by which changes of records and rows are detected. */
export function digestOf (value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64').slice(0, 22)
}

/** A record of the source: its sequence and id there. */
export type Reference = readonly [Sequence, number]

/** Ids of rows for some records of the source. */
export class LocalIds {
  readonly #ids = new Map<Sequence, Map<number, number>>()

  /** The id of the row; null when there is none, or for null. */
  get (sequence: Sequence, id: number | null): number | null {
    return id === null ? null : this.#ids.get(sequence)?.get(id) ?? null
  }

  set (sequence: Sequence, id: number, localId: number): void {
    const ids = this.#ids.get(sequence)
    if (ids === undefined) this.#ids.set(sequence, new Map([[id, localId]]))
    else ids.set(id, localId)
  }
}

/** Maps what one source calls its records to ids of rows. */
export class RecordMap {
  constructor (readonly sourceId: number) {}

  /** The map of a source; undefined when nothing was moved in from it. */
  static async of (database: Database, source: string): Promise<RecordMap | undefined> {
    const [row] = await database.select({ id: sourceTable.id }).from(sourceTable)
      .where(eq(sourceTable.name, source))
    return row && new RecordMap(row.id)
  }

  /** The map of a source, which is added if it is new; within a transaction. */
  static async begin (database: Database, source: string): Promise<RecordMap> {
    const known = await RecordMap.of(database, source)
    if (known !== undefined) return known
    const [row] = await database.insert(sourceTable).values({ name: source, state: {} })
      .returning({ id: sourceTable.id })
    return new RecordMap(row!.id)
  }

  /** Removes rows from the maps of all sources, so that their records can be moved in again. */
  static async forget (database: Database, type: NameType, localIds: readonly number[]): Promise<void> {
    await database.delete(table).where(and(eq(table.type, type), isOneOf(table.localId, localIds)))
  }

  /** The entries of some records, without records that were never moved in. */
  async load<N extends Name> (database: Database, type: NameType, names: Iterable<N>): Promise<Map<N, Entry>> {
    const wanted = new Map(Array.from(names, (name) => [String(name), name]))
    if (wanted.size === 0) return new Map()
    const rows = await this.#select(database, type, isOneOf(table.name, [...wanted.keys()]))
    return new Map(rows.map(({ name, hereId, ...entry }) => [wanted.get(name)!, { ...entry, isHere: hereId !== null }]))
  }

  /** The entries of records of any sequence. */
  async loadAll (database: Database, references: Iterable<Reference>): Promise<Map<Sequence, Map<number, Entry>>> {
    const found = new Map<Sequence, Map<number, Entry>>()
    for (const [sequence, some] of groupBy(references, ([sequence]) => sequence)) {
      found.set(sequence, await this.load(database, sequence, some.map(([, id]) => id)))
    }
    return found
  }

  /** The next entries, in the order of their names as texts. */
  async after (
    database: Database, type: NameType, name: string, limit: number
  ): Promise<Array<Entry & { name: string }>> {
    const rows = await this.#select(database, type, gt(table.name, name)).orderBy(asc(table.name)).limit(limit)
    return rows.map(({ hereId, ...entry }) => ({ ...entry, isHere: hereId !== null }))
  }

  /** Ids of existing rows, including placeholders. */
  async localIds (database: Database, references: Iterable<Reference>): Promise<LocalIds> {
    const found = new LocalIds()
    for (const [sequence, entries] of await this.loadAll(database, references)) {
      for (const [id, { isHere, localId }] of entries) if (isHere) found.set(sequence, id, localId)
    }
    return found
  }

  /** All ids of a sequence, for sequences that are in memory anyway. */
  async allLocalIds (database: Database, sequence: Sequence): Promise<Map<number, number>> {
    const rows = await this.#select(database, sequence, undefined)
    return new Map(rows.flatMap(({ name, localId, hereId }) => hereId === null ? [] : [[Number(name), localId]]))
  }

  /** The condition that a resource is a placeholder for a record with an id in the source. */
  isPlaceholder (database: Database): SQL {
    return inArray(resource.id, database.select({ id: table.localId }).from(table)
      .where(and(this.#isOf('resources'), isNull(table.digest))))
  }

  /** The highest mapped row id of a sequence, of all sources; 0 when there is none. */
  async highestLocalId (database: Database, sequence: Sequence): Promise<number> {
    const [row] = await database.select({ id: max(table.localId) }).from(table).where(eq(table.type, sequence))
    return row?.id ?? 0
  }

  /** Stores entries, replacing earlier ones of the same records. */
  async save (database: Database, type: NameType, entries: readonly NewEntry[]): Promise<void> {
    if (entries.length === 0) return
    await this.remove(database, type, entries.map(({ name }) => name))
    await insertRows(database, table, entries.map(({ name, localId, digest, state, isMatched }) => (
      { sourceId: this.sourceId, type, name: String(name), localId, digest, state, isMatched }
    )))
  }

  /** Changes the digest of records that were moved in. */
  async setDigest (database: Database, type: NameType, names: readonly Name[], digest: string): Promise<void> {
    await database.update(table).set({ digest }).where(and(this.#isNamed(type, names), isNotNull(table.digest)))
  }

  async remove (database: Database, type: NameType, names: readonly Name[]): Promise<void> {
    await database.delete(table).where(this.#isNamed(type, names))
  }

  #select (database: Database, type: NameType, condition: SQL | undefined) {
    const here: SQLiteTable & { id: AnyColumn } = SEQUENCE_TABLES[type === 'labels' ? 'resources' : type]
    const { name, localId, digest, state, isMatched } = getTableColumns(table)
    const none = sql<null>`NULL`
    const { kind, modified } = here === resource ? resource : { kind: none, modified: none }
    return database
      .select({
        name,
        localId,
        digest,
        state,
        isMatched,
        hereId: sql<number | null>`${here.id}`,
        kind: sql<ResourceKind | null>`${kind}`,
        modified: sql<number | null>`${modified}`
      })
      .from(table).leftJoin(here, eq(here.id, table.localId)).where(and(this.#isOf(type), condition))
  }

  #isNamed (type: NameType, names: readonly Name[]): SQL | undefined {
    return and(this.#isOf(type), isOneOf(table.name, names.map(String)))
  }

  #isOf (type: NameType): SQL | undefined {
    return and(eq(table.sourceId, this.sourceId), eq(table.type, type))
  }
}
