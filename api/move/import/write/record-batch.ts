import type { Database } from '../../../../db/query/statements/database.js'
import { importChange, resource, type ResourceKind } from '../../../../db/tables/index.js'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import { lastIdIn } from '../../../../db/query/statements/ids.js'
import { sitesOfNewItems } from '../../../resources/items/write.js'
import { newMediaColumns, type PreparedMedia } from '../../../resources/media/write.js'
import type { ResourceFields } from '../../../resources/shared/writing/resource-rows.js'
import type { ValueRow } from '../../../values/value-rows.js'
import { ResourceBatch } from '../../pipeline/resource-batch.js'
import { RecordMap, type Entry } from '../../pipeline/record-map.js'
import { isFound, type LabelEntry } from '../records/labels.js'
import { kindsOf } from '../records/matching.js'
import {
  linksOf, resolvedValues, type Described, type ImportRecord, type RecordMedia, type RecordValue, type Target
} from '../records/record.js'
import type { ImportContext } from './context.js'

/** Media whose files are stored; media that could not be ingested are missing. */
export type IngestedMedia = ReadonlyMap<RecordMedia, PreparedMedia>

/** The new resources of some records, and the new media of others. */
export class RecordBatch extends ResourceBatch<string> {
  readonly warnings: Array<{ line: number, message: string }> = []
  /** Ids of the new resources, without annotations and media of new items, which are deleted with them. */
  readonly #made: number[] = []
  /** Ids of resources whose placeholder may be of another job. */
  readonly #filled: number[] = []

  private constructor (
    private readonly context: ImportContext,
    map: RecordMap,
    entries: Map<string, Entry>,
    lastId: number,
    /** Kinds, by id, of the resources to which the records link. */
    private readonly kinds: Map<number, ResourceKind>,
    /** Sites to which all new items belong. */
    private readonly sites: readonly number[]
  ) {
    super(map, 'labels', context.terms, entries, lastId)
  }

  /**
   * Opens a batch within a transaction.
   * @param creations records that are not in the database; they get ids.
   * @param updates other records, whose links need ids.
   */
  static async open (
    database: Database, context: ImportContext, creations: readonly ImportRecord[], updates: readonly ImportRecord[]
  ): Promise<RecordBatch> {
    const { labels } = context
    const names = new Set(creations.map(({ label }) => label))
    const ids = new Set<number>()
    for (const { target } of [...creations, ...updates].flatMap(linksOf)) {
      const entry = labels.byTarget(target)
      if (entry !== undefined && !isFound(entry)) names.add(entry.label)
      else if (entry?.id !== undefined || target >= 0) ids.add(entry?.id ?? target)
    }
    const map = await RecordMap.begin(database, labels.source)
    const entries = await map.load(database, 'labels', names)
    const kinds = await kindsOf(database, ids)
    for (const [label, { isHere, localId, kind, digest }] of entries) {
      if (isHere) kinds.set(localId, kind!)
      // The placeholder was deleted here.
      else if (digest === null) entries.delete(label)
    }
    const batch = new RecordBatch(
      context, map, entries, await lastIdIn(database, resource), kinds, await sitesOfNewItems(database)
    )
    // Before links are resolved.
    for (const { label, kind } of creations) kinds.set(batch.idOf(label), kind)
    return batch
  }

  /** Number of values, without those of updates. */
  get values (): number {
    return this.rows.values
  }

  /** Adds a new record with its media. */
  add (record: ImportRecord, ingested: IngestedMedia): void {
    const { label: name, digest, kind, isOpen, line, ownerId = this.context.ownerId } = record
    const id = this.idOf(name)
    const state = this.storedStateOf(name)
    if (state === 'reserved') this.#filled.push(id)
    else this.#made.push(id)
    this.note({ name, localId: id, digest: String(digest), state: null, isMatched: false })
    this.rows.add(id, {
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
      const id = this.newId()
      if (after !== undefined) this.#made.push(id)
      this.rows.add(id, {
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
    const { properties } = this.context.terms
    return resolvedValues(values, ({ row: { linkedId, propertyId }, links }) =>
      this.#resolve(linkedId!, links, line, properties.byId.get(propertyId)!.term))
  }

  #valuesOf (values: readonly RecordValue[], line: number): ValueRow[] {
    return this.resolve(values, line).map(({ row, annotation }) => {
      if (annotation === null) return row
      row.annotationId = this.newId()
      this.annotate(row.annotationId, this.context.ownerId, { values: this.#valuesOf(annotation, line) })
      return row
    })
  }

  /** The resource id of a target; undefined, with a warning, when there is none or its kind is not allowed. */
  #resolve (target: Target, allowed: readonly ResourceKind[], line: number, key: string): number | undefined {
    const entry = this.context.labels.byTarget(target)
    const id = entry === undefined ? target : isFound(entry) ? entry.id : this.#idOfLabel(entry)
    const kind = id === undefined ? undefined : this.kinds.get(id)
    if (kind !== undefined && allowed.includes(kind)) return id
    const reason = kind === undefined ? 'does not exist' : `is of the kind ${kind}`
    this.warnings.push({ line, message: `${key}: ${entry?.label ?? target} ${reason}; the link is left out` })
    return undefined
  }

  /** The id of a labelled record; a record that a later batch writes gets a placeholder. */
  #idOfLabel ({ label, line, isSkipped, kind, state }: LabelEntry): number | undefined {
    const known = this.entries.get(label)
    if (known !== undefined) return known.localId
    if (line === undefined || isSkipped || state !== 'absent') return undefined
    const id = this.reserve(label, kind!, this.context.ownerId, kind === 'item' ? this.sites : undefined)
    this.kinds.set(id, kind!)
    this.#made.push(id)
    return id
  }

  /** Writes everything added, and stores with the job what was made. */
  override async write (database: Database): Promise<void> {
    await super.write(database)
    const { jobId } = this.context
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
