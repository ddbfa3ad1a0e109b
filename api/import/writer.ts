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
import type { LabelEntry, Labels } from './labels.js'
import type { Problem } from './problems.js'
import { forEachTarget, type ImportRecord, type RecordValue, type Target } from './record.js'

/** What all batches of an import share. */
export interface Destination {
  /** Name under which imported labels are stored. */
  source: string
  labels: Labels
  terms: Terms
  /** Owner of the new resources. */
  ownerId: number | null
}

export interface Written {
  values: number
  warnings: Problem[]
}

/**
 * Writes records that are not yet in the database. Must run inside a transaction: ids are assigned here, so no other
 * writer may insert resources meanwhile.
 *
 * A record that is linked to from an earlier batch gets its id there: a placeholder row without values, private and
 * without `modified`, is inserted and filled in when the record's own batch is written. So links are valid after every
 * transaction, and an interrupted import can be resumed.
 */
export async function writeBatch (
  database: Database,
  records: readonly ImportRecord[],
  destination: Destination
): Promise<Written> {
  const batch = new Batch(destination, await lastId(database), await kindsOf(database, records, destination.labels))
  for (const record of records) batch.assignId(record)
  for (const record of records) batch.add(record)
  await batch.insert(database)
  return { values: batch.values.length, warnings: batch.warnings }
}

type ResourceRow = typeof resource.$inferInsert & { id: number }

class Batch {
  readonly values: Array<typeof value.$inferInsert> = []
  readonly warnings: Problem[] = []
  readonly #resources: ResourceRow[] = []
  readonly #placeholders: Array<{ row: ResourceRow, isOpen: boolean }> = []
  readonly #items: Array<{ id: number }> = []
  readonly #itemSets: Array<typeof itemSet.$inferInsert> = []
  readonly #memberships: Array<typeof itemItemSet.$inferInsert> = []
  readonly #sortTexts: Array<typeof sortText.$inferInsert> = []
  readonly #imported: Array<typeof importedRecord.$inferInsert> = []
  readonly #lostLabels: string[] = []
  readonly #now = now()

  /**
   * @param lastId the highest resource id ever assigned.
   * @param kinds kinds of the existing resources that the batch links to, by id.
   */
  constructor (
    readonly destination: Destination,
    private lastId: number,
    private readonly kinds: Map<number, ResourceKind>
  ) {}

  /** Assigns the id of a record; called for the whole batch before links are resolved. */
  assignId ({ label }: ImportRecord): void {
    const entry = this.destination.labels.of(label)
    if (entry.state === 'reserved' && !this.kinds.has(entry.id!)) {
      this.#lostLabels.push(label)
      entry.state = 'absent'
    }
    if (entry.state === 'absent') this.#insertLabel(entry)
  }

  add (record: ImportRecord): void {
    const { ownerId } = this.destination
    const { kind, classId, templateId, isPublic, isOpen, line } = record
    const entry = this.destination.labels.of(record.label)
    const id = entry.id!
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
    if (entry.state === 'reserved') this.#placeholders.push({ row, isOpen })
    else this.#addResource(row, isOpen)
    entry.state = 'written'
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

  /** The resource id of a target; undefined, with a warning, when there is none or its kind is not allowed. */
  #resolve (target: Target, allowed: readonly ResourceKind[], line: number, key: string): number | undefined {
    const entry = this.destination.labels.byTarget(target)
    const id = entry === undefined ? target : this.#idOf(entry)
    const kind = id === undefined ? undefined : this.kinds.get(id)
    if (kind !== undefined && allowed.includes(kind)) return id
    const reason = kind === undefined ? 'is not there' : `is of the kind ${kind}`
    this.warnings.push({
      severity: 'warning',
      line,
      message: `${key}: ${entry?.label ?? target} ${reason}; the link is left out`
    })
    return undefined
  }

  #idOf (entry: LabelEntry): number | undefined {
    if (entry.id === undefined && entry.state === 'absent' && entry.line !== undefined && entry.isSkipped !== true) {
      this.#reserve(entry)
    }
    return entry.id
  }

  #reserve (entry: LabelEntry): void {
    this.#insertLabel(entry)
    entry.state = 'reserved'
    this.#addResource(
      {
        id: entry.id!,
        kind: entry.kind!,
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

  #insertLabel (entry: LabelEntry): void {
    entry.id = ++this.lastId
    this.kinds.set(entry.id, entry.kind!)
    this.#imported.push({ source: this.destination.source, label: entry.label, resourceId: entry.id })
  }

  async insert (database: Database): Promise<void> {
    const { source } = this.destination
    if (this.#lostLabels.length > 0) {
      await database
        .delete(importedRecord)
        .where(and(eq(importedRecord.source, source), inArray(importedRecord.label, this.#lostLabels)))
    }
    insertRows(database, resource, this.#resources)
    for (const { row, isOpen } of this.#placeholders) {
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

/** The highest resource id ever assigned, also of deleted resources. */
async function lastId (database: Database): Promise<number> {
  const row = await database.get<{ seq: number } | undefined>(
    sql`SELECT seq FROM sqlite_sequence WHERE name = 'resource'`
  )
  return row?.seq ?? 0
}

/** Kinds, by id, of the existing resources among the records and their link targets. */
async function kindsOf (
  database: Database,
  records: readonly ImportRecord[],
  labels: Labels
): Promise<Map<number, ResourceKind>> {
  const ids = new Set<number | undefined>()
  for (const record of records) {
    ids.add(labels.of(record.label).id)
    forEachTarget(record, (target) => { ids.add(target < 0 ? labels.byTarget(target)!.id : target) })
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
