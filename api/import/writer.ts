import { and, eq, inArray, sql } from 'drizzle-orm'
import { insertRows } from '../../db/insert-rows.js'
import { isOneOf, type Database } from '../../db/sqlite.js'
import {
  importedRecord,
  item,
  itemItemSet,
  itemSet,
  itemSite,
  resource,
  site,
  sortText,
  value,
  type ResourceKind
} from '../../db/tables/index.js'
import type { Terms } from '../../db/terms.js'
import { sortTextsOf } from '../resources/shared/sort-texts.js'
import { titleColumns, titlesOf, UNTITLED_COLUMNS } from '../resources/shared/titles.js'
import { columnsOf, type ValueRow } from '../values/value-rows.js'
import { now } from '../dates.js'
import type { Place, Places } from './places.js'
import type { Problem } from './problems.js'
import { forEachTarget, type ImportRecord, type RecordValue, type Target } from './record.js'

/** What a batch is written for. */
export interface Destination {
  /** Name under which the file is remembered. */
  source: string
  places: Places
  terms: Terms
  /** Whose resources they become. */
  ownerId: number | null
}

export interface Written {
  values: number
  warnings: Problem[]
}

/**
 * Writes records that are not yet in the database, inside a transaction that the caller has begun. Only that makes ids
 * safe to give out here: nobody else can take one meanwhile.
 *
 * A record that is pointed to before its own batch comes gets its id at once: a row without values keeps the place,
 * private and without `modified`, until the record fills it. So whatever a crash leaves behind is whole, and the next
 * run goes on from it.
 */
export async function writeBatch (
  database: Database,
  records: readonly ImportRecord[],
  destination: Destination
): Promise<Written> {
  const batch = new Batch(destination, await lastId(database), await kindsOf(database, records, destination.places))
  for (const record of records) batch.give(record)
  for (const record of records) batch.add(record)
  await batch.insert(database)
  return { values: batch.values.length, warnings: batch.warnings }
}

type ResourceRow = typeof resource.$inferInsert & { id: number }

class Batch {
  readonly values: Array<typeof value.$inferInsert> = []
  readonly warnings: Problem[] = []
  readonly #resources: ResourceRow[] = []
  readonly #filled: Array<{ row: ResourceRow, isOpen: boolean }> = []
  readonly #items: Array<{ id: number }> = []
  readonly #itemSets: Array<typeof itemSet.$inferInsert> = []
  readonly #memberships: Array<typeof itemItemSet.$inferInsert> = []
  readonly #sortTexts: Array<typeof sortText.$inferInsert> = []
  readonly #imported: Array<typeof importedRecord.$inferInsert> = []
  readonly #lost: string[] = []
  readonly #now = now()

  /**
   * @param lastId the highest id ever given.
   * @param kinds of the resources that are there, as far as the batch points to them.
   */
  constructor (
    readonly destination: Destination,
    private lastId: number,
    private readonly kinds: Map<number, ResourceKind>
  ) {}

  /** Gives a record its id, before any other record of the batch points to it. */
  give ({ label }: ImportRecord): void {
    const place = this.destination.places.of(label)
    if (place.state === 'reserved' && !this.kinds.has(place.id!)) {
      this.#lost.push(label)
      place.state = 'absent'
    }
    if (place.state === 'absent') this.#take(place)
  }

  add (record: ImportRecord): void {
    const { ownerId } = this.destination
    const { kind, classId, templateId, isPublic, isOpen, line } = record
    const place = this.destination.places.of(record.label)
    const id = place.id!
    const row = {
      id,
      kind,
      ownerId,
      classId,
      templateId,
      ...titleColumns(record.titles),
      isPublic,
      created: this.#now,
      modified: this.#now
    }
    if (place.state === 'reserved') this.#filled.push({ row, isOpen })
    else this.#addResource(row, isOpen)
    place.state = 'written'
    for (const target of record.itemSets) {
      const itemSetId = this.#resolve(target, ['item_set'], line, 'o:item_set')
      if (itemSetId !== undefined) this.#memberships.push({ itemId: id, itemSetId })
    }
    this.#addValues(id, record.values, line)
  }

  #addValues (resourceId: number, values: readonly RecordValue[], line: number): void {
    const rows: ValueRow[] = []
    for (const { row, links, annotation } of values) {
      const linkedId =
        row.linkedId === null
          ? null
          : this.#resolve(row.linkedId, links, line, this.destination.terms.properties.get(row.propertyId)!.term)
      if (linkedId === undefined) continue
      row.linkedId = linkedId
      if (annotation !== null) row.annotationId = this.#annotate(annotation, line)
      rows.push(row)
    }
    for (const row of rows) this.values.push(columnsOf(resourceId, row))
    for (const sortText of sortTextsOf(resourceId, rows)) this.#sortTexts.push(sortText)
  }

  /** @returns the id of the new annotation. */
  #annotate (values: readonly RecordValue[], line: number): number {
    const { ownerId, terms } = this.destination
    const id = ++this.lastId
    const titles = titlesOf(
      values.map(({ row }) => row),
      null,
      terms
    )
    this.#addResource(
      {
        id,
        kind: 'value_annotation',
        ownerId,
        classId: null,
        templateId: null,
        ...titleColumns(titles),
        isPublic: true,
        created: this.#now,
        modified: this.#now
      },
      false
    )
    this.#addValues(id, values, line)
    return id
  }

  #addResource (row: ResourceRow, isOpen: boolean): void {
    this.#resources.push(row)
    if (row.kind === 'item_set') this.#itemSets.push({ id: row.id, isOpen })
    else if (row.kind === 'item') this.#items.push({ id: row.id })
  }

  /** The id that a target stands for; undefined, with a warning, when it leads to nothing that may be pointed to. */
  #resolve (target: Target, allowed: readonly ResourceKind[], line: number, key: string): number | undefined {
    const place = this.destination.places.at(target)
    const id = place === undefined ? target : this.#idOf(place)
    const kind = id === undefined ? undefined : this.kinds.get(id)
    if (kind !== undefined && allowed.includes(kind)) return id
    const reason = kind === undefined ? 'is not there' : `is of the kind ${kind}`
    this.warnings.push({
      severity: 'warning',
      line,
      message: `${key}: ${place?.label ?? target} ${reason}; the link is left out`
    })
    return undefined
  }

  #idOf(place: Place): number | undefined {
    if (place.id === undefined && place.state === 'absent' && place.line !== undefined && place.isSkipped !== true) {
      this.#reserve(place)
    }
    return place.id
  }

  #reserve (place: Place): void {
    this.#take(place)
    place.state = 'reserved'
    this.#addResource(
      {
        id: place.id!,
        kind: place.kind!,
        ownerId: this.destination.ownerId,
        classId: null,
        templateId: null,
        ...UNTITLED_COLUMNS,
        isPublic: false,
        created: this.#now,
        modified: null
      },
      false
    )
  }

  #take (place: Place): void {
    place.id = ++this.lastId
    this.kinds.set(place.id, place.kind!)
    this.#imported.push({ source: this.destination.source, label: place.label, resourceId: place.id })
  }

  async insert (database: Database): Promise<void> {
    const { source } = this.destination
    if (this.#lost.length > 0) {
      await database
        .delete(importedRecord)
        .where(and(eq(importedRecord.source, source), inArray(importedRecord.label, this.#lost)))
    }
    insertRows(database, resource, this.#resources)
    for (const { row, isOpen } of this.#filled) {
      await database.update(resource).set(row).where(eq(resource.id, row.id))
      if (row.kind === 'item_set') await database.update(itemSet).set({ isOpen }).where(eq(itemSet.id, row.id))
    }
    insertRows(database, item, this.#items)
    insertRows(database, itemSet, this.#itemSets)
    insertRows(database, itemItemSet, this.#memberships)
    insertRows(database, itemSite, await this.#siteRows(database))
    insertRows(database, value, this.values)
    insertRows(database, sortText, this.#sortTexts)
    insertRows(database, importedRecord, this.#imported)
  }

  /** New items join the sites that take all new items (docs/contract/acl.md §4.2). */
  async #siteRows (database: Database): Promise<Array<typeof itemSite.$inferInsert>> {
    const sites = await database.select({ id: site.id }).from(site).where(eq(site.assignNewItems, true))
    return this.#items.flatMap(({ id }) => sites.map((row) => ({ itemId: id, siteId: row.id })))
  }
}

/** The highest id that any resource has ever had. */
async function lastId (database: Database): Promise<number> {
  const row = await database.get<{ seq: number } | undefined>(
    sql`SELECT seq FROM sqlite_sequence WHERE name = 'resource'`
  )
  return row?.seq ?? 0
}

/** Kinds of those resources that are there already, as far as the records are or point to them. */
async function kindsOf (
  database: Database,
  records: readonly ImportRecord[],
  places: Places
): Promise<Map<number, ResourceKind>> {
  const ids = new Set<number | undefined>()
  for (const record of records) {
    ids.add(places.of(record.label).id)
    forEachTarget(record, (target) => { ids.add(target < 0 ? places.at(target)!.id : target) })
  }
  const rows = await database
    .select({ id: resource.id, kind: resource.kind })
    .from(resource)
    .where(
      isOneOf(
        resource.id,
        [...ids].filter((id) => id !== undefined)
      )
    )
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
