import { and, eq, getTableColumns } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import { updateRow } from '../../../../db/query/statements/update-row.js'
import {
  item, itemItemSet, itemSet, itemSite, media, resource, sortText, value, type ResourceKind
} from '../../../../db/tables/index.js'
import { now } from '../../../core/answers/dates.js'
import { Turns } from '../../../core/sequence/turns.js'
import { columnsOf, readRows, type ValueRow } from '../../../values/value-rows.js'
import { sortTextsOf, titleColumns, titlesOf, UNTITLED_COLUMNS } from '../titles/titles.js'
import { clearValues } from './delete-resources.js'

/** The columns of a resource that a write may change, except the ones computed from its values. */
export type ResourceFields =
  Pick<typeof resource.$inferSelect, 'ownerId' | 'isPublic' | 'classId' | 'templateId' | 'thumbnailId'>

export type MediaColumns = Omit<typeof media.$inferInsert, 'id'>

/** A resource of any kind with everything that is stored with it. */
export interface ResourceContent {
  readonly kind: ResourceKind
  readonly fields: ResourceFields
  /** Default: now; a stored resource keeps its date. */
  readonly created?: number
  /** Default: `created`. */
  readonly modified?: number | null
  /** In their order, with the ids of their annotations; undefined: the stored values stay. */
  readonly values?: ValueRow[]
  /** Only item sets have it; undefined: false, or the stored one stays. */
  readonly isOpen?: boolean
  /**
   * Only items have these; undefined: the stored ones stay. A new item has no primary media: `choosePrimary` sets it
   * when the media is stored.
   */
  readonly itemSets?: readonly number[]
  readonly sites?: readonly number[]
  readonly primaryMediaId?: number | null
  /** Only media have it. */
  readonly media?: MediaColumns
}

/** A new resource, with the annotations of its values, to which the database assigns ids. */
export interface NewResource extends ResourceContent {
  readonly values: ValueRow[]
  readonly annotations: ReadonlyMap<ValueRow, NewResource>
}

/**
 * What is stored under the id of a resource: nothing; a placeholder, which `reserve` has made because others link to
 * it; or the resource.
 */
export type StoredState = 'absent' | 'reserved' | 'stored'

/** Rows per INSERT statement, so that other requests can run in between. */
const STATEMENT_MAX_ROWS = 500

/** A statement also ends with the value that brings its texts above this number of characters. */
const STATEMENT_MAX_CHARACTERS = 200_000

type Row<T extends SQLiteTable> = T['$inferInsert']

/**
 * Stores resources. It alone knows which rows a resource has: with titles, comparison keys, sort texts, memberships and
 * places of media. Resources are collected first and then written together, in an order that satisfies foreign keys.
 */
export class ResourceRows {
  /** Stored resources whose values, item sets and sites are written again. */
  readonly #cleared = { values: [] as number[], itemSets: [] as number[], sites: [] as number[] }
  readonly #resources: Array<Row<typeof resource>> = []
  readonly #resourceUpdates: Array<Partial<Row<typeof resource>> & { id: number }> = []
  readonly #items: Array<Row<typeof item>> = []
  readonly #primary: Array<{ id: number, primaryMediaId: number | null }> = []
  readonly #itemSets: Array<Row<typeof itemSet>> = []
  readonly #itemSetUpdates: Array<{ id: number, isOpen: boolean }> = []
  readonly #media: Array<Row<typeof media>> = []
  readonly #mediaUpdates: Array<MediaColumns & { id: number }> = []
  readonly #positions: Array<{ id: number, itemId: number, position: number }> = []
  readonly #memberships: Array<Row<typeof itemItemSet>> = []
  readonly #sites: Array<Row<typeof itemSite>> = []
  readonly #values: Array<{ id: number, rows: readonly ValueRow[] }> = []
  /** Resources whose values stay, with a template that may have another title property. */
  readonly #retitled: Array<{ id: number, templateId: number }> = []

  constructor (private readonly terms: Terms, private readonly turns = new Turns()) {}

  /** Number of values. */
  get values (): number {
    return this.#values.reduce((sum, { rows }) => sum + rows.length, 0)
  }

  /** Adds a resource. @param state what is stored under its id. */
  add (id: number, content: ResourceContent, state: StoredState = 'absent'): void {
    const { fields: { templateId }, values } = content
    const { created, ...columns } = resourceColumns(content, this.terms)
    if (state === 'absent') this.#resources.push({ id, ...UNTITLED_COLUMNS, ...columns, created })
    else if (state === 'stored' && content.created === undefined) this.#resourceUpdates.push({ id, ...columns })
    else this.#resourceUpdates.push({ id, ...columns, created })
    if (state === 'stored') {
      for (const part of ['values', 'itemSets', 'sites'] as const) if (content[part] !== undefined) this.#cleared[part].push(id)
    }
    if (values === undefined && templateId !== null) this.#retitled.push({ id, templateId })
    this.#addParts(id, content, state)
  }

  /** Adds a placeholder for a resource that others link to: private, without values and `modified`. */
  reserve (id: number, kind: ResourceKind, ownerId: number | null, sites?: readonly number[]): void {
    const fields = { ownerId, isPublic: false, classId: null, templateId: null, thumbnailId: null }
    this.#resources.push({ id, kind, ...fields, ...UNTITLED_COLUMNS, created: now(), modified: null })
    if (kind !== 'media') this.#addParts(id, { kind, fields, ...(sites !== undefined && { sites }) }, 'absent')
  }

  /** Sets the position of a stored media, unless it belongs to another item. */
  place (mediaId: number, itemId: number, position: number): void {
    this.#positions.push({ id: mediaId, itemId, position })
  }

  choosePrimary (itemId: number, mediaId: number | null): void {
    this.#primary.push({ id: itemId, primaryMediaId: mediaId })
  }

  #addParts (id: number, content: ResourceContent, state: StoredState): void {
    const { kind, values, isOpen, itemSets, sites, primaryMediaId } = content
    if (kind === 'item_set') {
      if (state === 'absent') this.#itemSets.push({ id, isOpen: isOpen ?? false })
      else if (isOpen !== undefined) this.#itemSetUpdates.push({ id, isOpen })
    } else if (kind === 'item') {
      if (state === 'absent') this.#items.push({ id, primaryMediaId: null })
      else if (primaryMediaId !== undefined) this.choosePrimary(id, primaryMediaId)
    } else if (content.media !== undefined) {
      (state === 'stored' ? this.#mediaUpdates : this.#media).push({ id, ...content.media })
    }
    for (const itemSetId of itemSets ?? []) this.#memberships.push({ itemId: id, itemSetId })
    for (const siteId of sites ?? []) this.#sites.push({ itemId: id, siteId })
    if (values !== undefined && values.length > 0) this.#values.push({ id, rows: values })
  }

  /** Inserts a resource with its annotations. @returns the id that the database has assigned. */
  async insertNew (database: Database, content: NewResource): Promise<number> {
    const id = await database.$native.insertRow(resource, resourceColumns(content, this.terms))
    await this.#insertAnnotations(database, content)
    this.#addParts(id, content, 'absent')
    await this.write(database)
    return id
  }

  /** Writes a stored resource again, with the annotations of its values that are not stored yet. */
  async rewrite (database: Database, id: number, content: NewResource): Promise<void> {
    await this.#insertAnnotations(database, content)
    this.add(id, content, 'stored')
    await this.write(database)
  }

  async #insertAnnotations (database: Database, { annotations }: NewResource): Promise<void> {
    for (const [row, annotation] of annotations) {
      row.annotationId = await new ResourceRows(this.terms, this.turns).insertNew(database, annotation)
    }
  }

  /** Writes everything added, within a transaction. */
  async write (database: Database): Promise<void> {
    await this.#clear(database)
    await this.#insert(database, resource, this.#resources)
    for (const { id, ...columns } of this.#resourceUpdates) await updateRow(database, resource, id, columns)
    await this.#insert(database, item, this.#items)
    await this.#insert(database, itemSet, this.#itemSets)
    for (const { id, isOpen } of this.#itemSetUpdates) await updateRow(database, itemSet, id, { isOpen })
    await this.#insert(database, media, this.#media.map(withJsonText))
    for (const { id, ...columns } of this.#mediaUpdates) {
      await database.update(media).set(columns).where(eq(media.id, id))
    }
    for (const { id, primaryMediaId } of this.#primary) await updateRow(database, item, id, { primaryMediaId })
    for (const { id, itemId, position } of this.#positions) {
      await database.update(media).set({ position }).where(and(eq(media.id, id), eq(media.itemId, itemId)))
    }
    await this.#insert(database, itemItemSet, this.#memberships)
    await this.#insert(database, itemSite, this.#sites)
    await this.#insertValues(database)
    await this.#renewTitles(database)
  }

  async #clear (database: Database): Promise<void> {
    const { values, itemSets, sites } = this.#cleared
    if (itemSets.length > 0) await database.delete(itemItemSet).where(isOneOf(itemItemSet.itemId, itemSets))
    if (sites.length > 0) await database.delete(itemSite).where(isOneOf(itemSite.itemId, sites))
    if (values.length === 0) return
    const kept = new Set(this.#values.flatMap(({ rows }) => rows.flatMap(({ annotationId }) => annotationId ?? [])))
    for (const { id } of this.#resources) kept.delete(id!)
    await clearValues(database, values, kept)
  }

  async #insert<T extends SQLiteTable> (database: Database, table: T, rows: ReadonlyArray<Row<T>>): Promise<void> {
    for (let at = 0; at < rows.length; at += STATEMENT_MAX_ROWS) {
      // A single row takes less time than asking the clock.
      if (rows.length > 1) await this.turns.next()
      await database.$native.insertRows(table, rows.slice(at, at + STATEMENT_MAX_ROWS))
    }
  }

  async #insertValues (database: Database): Promise<void> {
    const sortTexts: Array<Row<typeof sortText>> = []
    for (const { id, rows } of this.#values) {
      if (sortTexts.length > 0) await this.turns.next()
      for (const one of sortTextsOf(id, rows)) sortTexts.push(one)
    }
    await insertValues(database, this.#values, this.turns)
    await this.#insert(database, sortText, sortTexts)
  }

  async #renewTitles (database: Database): Promise<void> {
    for (const { id, templateId } of this.#retitled) {
      const titles = titlesOf(await readRows(database, id), templateId, this.terms)
      await updateRow(database, resource, id, titleColumns(titles))
    }
  }
}

/** Inserts values of resources, in their order. */
export async function insertValues (
  database: Database, resources: ReadonlyArray<{ id: number, rows: readonly ValueRow[] }>, turns: Turns
): Promise<void> {
  let batch: Array<Row<typeof value>> = []
  let characters = 0
  for (const { id, rows } of resources) {
    for (const row of rows) {
      if (batch.length === STATEMENT_MAX_ROWS || characters > STATEMENT_MAX_CHARACTERS) {
        await database.$native.insertRows(value, batch)
        batch = []
        characters = 0
        await turns.next()
      }
      batch.push(columnsOf(id, row))
      characters += (row.text?.length ?? 0) + (row.uri?.length ?? 0)
    }
  }
  // A single text may have megabytes, and computing its keys, its row and its representation each takes a while.
  const isLong = resources.length > 1 || characters > STATEMENT_MAX_CHARACTERS
  if (isLong) await turns.next()
  if (batch.length > 0) await database.$native.insertRows(value, batch)
  if (isLong) await turns.next()
}

function resourceColumns (
  { kind, fields, created = now(), modified = created, values }: ResourceContent, terms: Terms
) {
  const titles = values === undefined ? undefined : titleColumns(titlesOf(values, fields.templateId, terms))
  return { kind, ...fields, ...titles, created, modified }
}

const MEDIA_COLUMNS = Object.keys(getTableColumns(media)) as Array<keyof Row<typeof media>>

/** `insertRows` needs JSON as text, and the same keys in each row. */
function withJsonText (row: Row<typeof media>): Row<typeof media> {
  const columns = Object.fromEntries(MEDIA_COLUMNS.map((name) => [name, row[name]])) as Row<typeof media>
  return { ...columns, data: row.data === null || row.data === undefined ? null : JSON.stringify(row.data) }
}
