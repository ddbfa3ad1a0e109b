import type { Database } from '../../../../db/query/statements/database.js'
import { importChange, resource, type ResourceKind } from '../../../../db/tables/index.js'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { lastIdIn } from '../../../../db/query/statements/ids.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import { sitesOfNewItems } from '../../../resources/items/item-sites.js'
import { newMediaColumns, type PreparedMedia } from '../../../resources/media/write.js'
import { ResourceRows, type ResourceFields } from '../../../resources/shared/writing/resource-rows.js'
import type { ValueRow } from '../../../values/value-rows.js'
import type { LabelEntry, Labels } from '../records/labels.js'
import type { Problem } from '../../pipeline/problems.js'
import { DOUBTED, RecordMap, type NewEntry } from '../../pipeline/record-map.js'
import {
  forEachTarget, resolvedValues, type Described, type ImportRecord, type RecordMedia, type RecordValue, type Target
} from '../records/record.js'

/** Data that all batches of an import share. */
export interface Destination {
  /** Name under which imported labels are stored. */
  source: string
  labels: Labels
  terms: Terms
  /** Owner of the new resources. */
  ownerId: number | null
  /** The job with which changes are stored, so that it can be undone; undefined: they are not stored. */
  jobId: number | undefined
}

/** Media whose files are stored; media that could not be ingested are missing. */
export type IngestedMedia = ReadonlyMap<RecordMedia, PreparedMedia>

/**
 * Opens a batch of records. Use it inside a transaction: ids are assigned here, so no other writer may insert
 * resources meanwhile. A record to which an earlier batch links gets its id there: a placeholder row (private, without
 * values and `modified`) is inserted, and filled in when the record's own batch is written. So links are valid after
 * every transaction, and an interrupted import can be resumed.
 * @param creations records that are not in the database.
 * @param updates other records, whose links need ids.
 */
export async function openBatch (
  database: Database,
  creations: readonly ImportRecord[],
  updates: readonly ImportRecord[],
  destination: Destination
): Promise<Batch> {
  const kinds = await kindsOf(database, [...creations, ...updates], destination.labels)
  const map = await RecordMap.begin(database, destination.source)
  const lastId = await lastIdIn(database, resource)
  return new Batch(destination, map, creations, lastId, kinds, await sitesOfNewItems(database))
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
  const rows = await database.select({ id: resource.id, kind: resource.kind }).from(resource)
    .where(isOneOf(resource.id, [...ids].filter((id) => id !== undefined)))
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

export class Batch {
  readonly warnings: Array<Omit<Problem, 'unit'>> = []
  readonly #rows: ResourceRows
  readonly #entries = new Map<string, NewEntry<string>>()
  /** Labels of other records that earlier runs imported, with the new digests of the records. */
  readonly #digests = new Map<string, number>()
  /** Ids of the new resources, without annotations and media of new items, which are deleted with them. */
  readonly #made: number[] = []
  /** Ids of resources whose placeholder may be of another job. */
  readonly #filled: number[] = []

  /**
   * Assigns ids to new records.
   * @param lastId the highest resource id ever assigned.
   * @param kinds kinds of the existing resources to which the batch links, by id.
   * @param sites sites to which all new items belong.
   */
  constructor (
    readonly destination: Destination,
    private readonly map: RecordMap,
    creations: readonly ImportRecord[],
    private lastId: number,
    private readonly kinds: Map<number, ResourceKind>,
    private readonly sites: readonly number[]
  ) {
    this.#rows = new ResourceRows(destination.terms)
    // Before links are resolved.
    for (const record of creations) this.#assignId(record)
  }

  /** Number of values, without those of updates. */
  get values (): number {
    return this.#rows.values
  }

  #assignId ({ label }: ImportRecord): void {
    const entry = this.destination.labels.of(label)
    if (entry.state === 'reserved' && !this.kinds.has(entry.id!)) entry.state = 'absent'
    if (entry.state === 'absent') this.#giveId(entry)
    this.#note(entry, false)
  }

  /** Adds a new record with its media. */
  add (record: ImportRecord, ingested: IngestedMedia): void {
    const { kind, isOpen, line, ownerId = this.destination.ownerId } = record
    const entry = this.destination.labels.of(record.label)
    const id = entry.id!
    const state = entry.state === 'reserved' ? 'reserved' : 'absent'
    if (state === 'reserved') this.#filled.push(id)
    else this.#made.push(id)
    entry.state = 'written'
    this.#rows.add(id, {
      kind,
      fields: fieldsOf(record, ownerId),
      isOpen,
      itemSets: this.setsOf(record),
      values: this.#valuesOf(record.values, line),
      ...(kind === 'item' && state === 'absent' && { sites: this.sites })
    }, state)
    this.addMedia(id, ownerId, record, ingested)
  }

  /**
   * Adds media to an item.
   * @param after the position of its last media; undefined: the item is new.
   */
  addMedia (
    itemId: number, ownerId: number | null, record: ImportRecord, ingested: IngestedMedia, after?: number
  ): void {
    let position = after ?? 0
    for (const one of record.media) {
      const prepared = ingested.get(one)
      if (prepared === undefined) continue
      const id = ++this.lastId
      if (after !== undefined) this.#made.push(id)
      this.#rows.add(id, {
        kind: 'media',
        fields: fieldsOf(one, ownerId),
        values: this.#valuesOf(one.values, record.line),
        media: newMediaColumns(itemId, one.payload, prepared, ++position)
      })
    }
  }

  /** Distinct ids of a record's item sets: it may refer to one both by label and by title. */
  setsOf ({ itemSets, line }: ImportRecord): number[] {
    const ids = itemSets.flatMap((target) => this.#resolve(target, ['item_set'], line, 'o:item_set') ?? [])
    return ids.length < 2 ? ids : [...new Set(ids)]
  }

  /** Replaces the targets of values by ids; leaves out values without one. */
  resolve (values: readonly RecordValue[], line: number): RecordValue[] {
    const { properties } = this.destination.terms
    return resolvedValues(values, ({ row: { linkedId, propertyId }, links }) =>
      this.#resolve(linkedId!, links, line, properties.byId.get(propertyId)!.term))
  }

  #valuesOf (values: readonly RecordValue[], line: number): ValueRow[] {
    return this.resolve(values, line).map(({ row, annotation }) => {
      if (annotation !== null) row.annotationId = this.#annotate(annotation, line)
      return row
    })
  }

  /** @returns the id of the new annotation. */
  #annotate (values: readonly RecordValue[], line: number): number {
    const id = ++this.lastId
    const described = { classId: null, templateId: null, isPublic: true }
    const fields = fieldsOf(described, this.destination.ownerId)
    this.#rows.add(id, { kind: 'value_annotation', fields, values: this.#valuesOf(values, line) })
    return id
  }

  /** The resource id of a target; undefined, with a warning, when there is none or its kind is not allowed. */
  #resolve (target: Target, allowed: readonly ResourceKind[], line: number, key: string): number | undefined {
    const entry = this.destination.labels.byTarget(target)
    const id = entry === undefined ? target : this.#idOf(entry)
    const kind = id === undefined ? undefined : this.kinds.get(id)
    if (kind !== undefined && allowed.includes(kind)) return id
    const reason = kind === undefined ? 'does not exist' : `is of the kind ${kind}`
    this.warnings.push({
      severity: 'warning',
      line,
      message: `${key}: ${entry?.label ?? target} ${reason}; the link is left out`
    })
    return undefined
  }

  #idOf (entry: LabelEntry): number | undefined {
    if (entry.id === undefined && entry.state === 'absent' && entry.line !== undefined && !entry.isSkipped) {
      this.#reserve(entry)
    }
    return entry.id
  }

  #reserve (entry: LabelEntry): void {
    this.#giveId(entry)
    this.#note(entry, true)
    entry.state = 'reserved'
    this.#made.push(entry.id!)
    const kind = entry.kind!
    this.#rows.reserve(entry.id!, kind, this.destination.ownerId, kind === 'item' ? this.sites : undefined)
  }

  #giveId (entry: LabelEntry): void {
    entry.id = ++this.lastId
    this.kinds.set(entry.id, entry.kind!)
  }

  #note ({ label, id, digest }: LabelEntry, isPlaceholder: boolean): void {
    const stored = isPlaceholder ? null : String(digest ?? DOUBTED)
    this.#entries.set(label, { name: label, localId: id!, digest: stored, state: null, isMatched: false })
  }

  /** Updates the digest of a label that an earlier run imported. */
  noteDigest ({ label, digest, earlierDigest }: LabelEntry): void {
    if (digest !== undefined && earlierDigest !== undefined && digest !== earlierDigest) {
      this.#digests.set(label, digest)
    }
  }

  /** Writes everything added. */
  async write (database: Database): Promise<void> {
    await this.#rows.write(database)
    await this.map.save(database, 'labels', [...this.#entries.values()])
    for (const [label, digest] of this.#digests) await this.map.setDigest(database, 'labels', [label], String(digest))
    const { jobId } = this.destination
    if (jobId === undefined) return
    await insertRows(database, importChange, this.#made.map((resourceId) => ({ jobId, resourceId })))
    for (const resourceId of this.#filled) {
      await database.insert(importChange).values({ jobId, resourceId }).onConflictDoNothing()
    }
  }
}

function fieldsOf (
  { classId, templateId, isPublic }: Pick<Described, 'classId' | 'templateId' | 'isPublic'>, ownerId: number | null
): ResourceFields {
  return { ownerId, classId, templateId, thumbnailId: null, isPublic }
}
