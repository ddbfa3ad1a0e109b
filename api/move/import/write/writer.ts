import type { Database } from '../../../../db/query/statements/database.js'
import type { ResourceKind } from '../../../../db/tables/index.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import { sortTextsOf } from '../../../resources/shared/titles/sort-texts.js'
import { titleColumns, titlesOf, UNTITLED_COLUMNS } from '../../../resources/shared/titles/titles.js'
import { columnsOf, type ValueRow } from '../../../values/value-rows.js'
import { now } from '../../../core/answers/dates.js'
import { newMediaColumns, type PreparedMedia } from '../../../resources/media/media-columns.js'
import { BatchRows, type ResourceRow } from './batch-rows.js'
import { kindsOf, lastId } from './existing.js'
import type { LabelEntry, Labels } from '../records/labels.js'
import type { Problem } from '../records/problems.js'
import type { Described, ImportRecord, RecordMedia, RecordValue, Target } from '../records/record.js'

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
 * Writes a batch of records. Use it inside a transaction: ids are assigned here, so no other writer may insert
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
  const records = [...creations, ...updates]
  return new Batch(destination, creations, await lastId(database), await kindsOf(database, records, destination.labels))
}

export class Batch {
  readonly rows: BatchRows
  readonly warnings: Array<Omit<Problem, 'unit'>> = []
  readonly #now = now()

  /**
   * Assigns ids to new records.
   * @param lastId the highest resource id ever assigned.
   * @param kinds kinds of the existing resources to which the batch links, by id.
   */
  constructor (
    readonly destination: Destination,
    creations: readonly ImportRecord[],
    private lastId: number,
    private readonly kinds: Map<number, ResourceKind>
  ) {
    this.rows = new BatchRows(destination)
    // Before links are resolved.
    for (const record of creations) this.#assignId(record)
  }

  #assignId ({ label }: ImportRecord): void {
    const entry = this.destination.labels.of(label)
    if (entry.state === 'reserved' && !this.kinds.has(entry.id!)) {
      this.rows.lostLabels.push(label)
      entry.state = 'absent'
    }
    if (entry.state === 'absent') this.#insertLabel(entry)
  }

  /** Adds a new record with its media. */
  add (record: ImportRecord, ingested: IngestedMedia): void {
    const { kind, isOpen, line, ownerId = this.destination.ownerId } = record
    const entry = this.destination.labels.of(record.label)
    const id = entry.id!
    const row = this.#rowOf(id, kind, ownerId, record)
    if (entry.state === 'reserved') {
      this.rows.placeholders.push({ row, isOpen })
      this.noteDigest(entry)
    } else {
      this.#addResource(row, isOpen)
      this.rows.made.push(id)
    }
    entry.state = 'written'
    for (const itemSetId of this.setsOf(record)) this.rows.memberships.push({ itemId: id, itemSetId })
    this.#addValues(id, record.values, line)
    this.#addMedia(id, ownerId, record, ingested, 0, true)
  }

  /** Adds media to an existing item. @param after the position of its last media. */
  addMedia (
    itemId: number, ownerId: number | null, record: ImportRecord, ingested: IngestedMedia, after: number
  ): void {
    this.#addMedia(itemId, ownerId, record, ingested, after, false)
  }

  #addMedia (
    itemId: number, ownerId: number | null, record: ImportRecord, ingested: IngestedMedia, after: number, isNew: boolean
  ): void {
    let position = after
    for (const one of record.media) {
      const prepared = ingested.get(one)
      if (prepared === undefined) continue
      const id = ++this.lastId
      this.#addResource(this.#rowOf(id, 'media', ownerId, one), false)
      this.rows.media.push(newMediaColumns(id, itemId, one.payload, prepared, ++position))
      if (!isNew) this.rows.made.push(id)
      this.#addValues(id, one.values, record.line)
    }
  }

  /** Distinct ids of a record's item sets: it may refer to one both by label and by title. */
  setsOf ({ itemSets, line }: ImportRecord): number[] {
    const ids = itemSets.flatMap((target) => this.#resolve(target, ['item_set'], line, 'o:item_set') ?? [])
    return ids.length < 2 ? ids : [...new Set(ids)]
  }

  /** Replaces the targets of values by ids; leaves out values without one. */
  resolve (values: readonly RecordValue[], line: number): RecordValue[] {
    const resolved: RecordValue[] = []
    for (const value of values) {
      const { row, links, annotation } = value
      // Most values are unchanged: copying them would cause most of an import's garbage.
      if (row.linkedId === null && annotation === null) {
        resolved.push(value)
        continue
      }
      const linkedId =
        row.linkedId === null
          ? null
          : this.#resolve(row.linkedId, links, line, this.destination.terms.properties.get(row.propertyId)!.term)
      if (linkedId === undefined) continue
      resolved.push({
        ...value,
        row: { ...row, linkedId },
        annotation: annotation === null ? null : this.resolve(annotation, line)
      })
    }
    return resolved
  }

  #rowOf (id: number, kind: ResourceKind, ownerId: number | null, described: Described): ResourceRow {
    const { classId, templateId, titles, isPublic } = described
    return {
      id,
      kind,
      ownerId,
      classId,
      templateId,
      ...titleColumns(titles),
      isPublic,
      created: this.#now,
      modified: this.#now
    }
  }

  #addValues (resourceId: number, values: readonly RecordValue[], line: number): void {
    const rows: ValueRow[] = []
    for (const { row, annotation } of this.resolve(values, line)) {
      if (annotation !== null) row.annotationId = this.#annotate(annotation, line)
      rows.push(row)
    }
    for (const row of rows) this.rows.values.push(columnsOf(resourceId, row))
    for (const sortText of sortTextsOf(resourceId, rows)) this.rows.sortTexts.push(sortText)
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
    if (entry.id === undefined && entry.state === 'absent' && entry.line !== undefined && !entry.isSkipped) {
      this.#reserve(entry)
    }
    return entry.id
  }

  #reserve (entry: LabelEntry): void {
    this.#insertLabel(entry)
    entry.state = 'reserved'
    this.rows.made.push(entry.id!)
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
    const { label, id: resourceId, digest = null } = entry
    this.rows.imported.push({ source: this.destination.source, label, resourceId, digest })
  }

  /** Updates the digest of a label that an earlier run imported or reserved. */
  noteDigest ({ label, digest, earlierDigest }: LabelEntry): void {
    if (digest !== undefined && earlierDigest !== undefined && digest !== earlierDigest) {
      this.rows.digests.push({ label, digest })
    }
  }

  #addResource (row: ResourceRow, isOpen: boolean): void {
    this.rows.addResource(row, isOpen)
  }

  /** Writes everything added. */
  async insert (database: Database): Promise<void> {
    await this.rows.insert(database)
  }
}
