import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { media, resource, type ResourceKind } from '../../../../db/tables/index.js'
import { asStored } from '../../../resources/shared/writing/free-json.js'
import type { MediaColumns } from '../../../resources/shared/writing/resource-rows.js'
import { Turns } from '../../../core/sequence/turns.js'
import { isObject } from '../../../core/calls/given.js'
import type { MediaFile } from '../../../../files/types/names.js'
import type { ValueRow } from '../../../values/value-rows.js'
import type { CollectionType } from '../read/collection-file.js'
import type { CollectionRecord } from '../types/record-types.js'
import { TYPE_OF_KIND } from '../../../core/answers/addresses.js'
import type { ItemContent, MediaContent, ResourceContent } from '../types/resources.js'
import { insertPlaceholderSite } from '../types/sites.js'
import type { ValueContent } from '../types/values.js'
import { placeholder, type Entry, type LocalIds } from '../../pipeline/record-map.js'
import { ResourceBatch } from '../../pipeline/resource-batch.js'
import { outcomeOf } from '../plan/outcome.js'
import type { TransferContext } from './context.js'
import type { StoredFiles } from './stored-files.js'

export type ResourceRecord = CollectionRecord<'item_sets' | 'items' | 'media' | 'value_annotations'>

const KINDS = new Map<CollectionType | undefined, ResourceKind>(
  Object.entries(TYPE_OF_KIND).map(([kind, type]) => [type, kind as ResourceKind])
)

/** Writes items, item sets, media or value annotations, within a transaction. */
export async function writeResources (
  database: Database, records: readonly ResourceRecord[], stored: StoredFiles, context: TransferContext
): Promise<void> {
  const batch = await CollectionBatch.of(database, records, stored, context)
  await batch.addAll(database, records)
  await batch.write(database)
}

class CollectionBatch extends ResourceBatch<number> {
  private constructor (
    readonly stored: StoredFiles,
    readonly context: TransferContext,
    /** What was imported before of the records and their annotations, by their ids in the source. */
    entries: Map<number, Entry>,
    readonly resolved: LocalIds,
    /** Ids that records could keep, but other rows have. */
    readonly taken: ReadonlySet<number>,
    /** Ids of existing media that items list. */
    readonly mediaHere: ReadonlySet<number>,
    lastId: number
  ) {
    super(context.map, 'resources', context.terms, entries, lastId)
  }

  static async of (
    database: Database, records: readonly ResourceRecord[], stored: StoredFiles, context: TransferContext
  ): Promise<CollectionBatch> {
    const ids = new Set<number>()
    const placed = new Set<number>()
    for (const { id, content } of records) {
      ids.add(id)
      forEachAnnotation(content.values, (annotation) => ids.add(annotation))
      for (const one of content.item?.media ?? []) placed.add(one)
      if (content.item?.primaryMediaId != null) placed.add(content.item.primaryMediaId)
    }
    const entries = await context.map.load(database, 'resources', ids)
    const resolved = await context.resolve(database, records, [...placed].map((id) => ['resources', id]))
    const linked = new Set(ids)
    for (const { references } of records) {
      for (const { place, id } of references) if (place.sequence === 'resources') linked.add(id)
    }
    const mediaHere = await database.select({ id: media.id }).from(media)
      .where(isOneOf(media.id, [...placed].flatMap((id) => resolved.get('resources', id) ?? [])))
    const wanted = [...linked].filter((id) => context.mayKeep('resources', id))
    const taken = await database.select({ id: resource.id }).from(resource).where(isOneOf(resource.id, wanted))
    const sites = new Set(records.flatMap(({ content }) => content.item?.sites ?? []))
    await reserveSites(database, sites, resolved, context)
    return new CollectionBatch(
      stored, context, entries, resolved,
      new Set(taken.map(({ id }) => id)),
      new Set(mediaHere.map(({ id }) => id)),
      await context.lastId(database, 'resources')
    )
  }

  async addAll (database: Database, records: readonly ResourceRecord[]): Promise<void> {
    const pending: ResourceRecord[] = []
    for (const record of records) if (await this.#isPending(database, record)) pending.push(record)
    for (const { id } of pending) this.resolved.set('resources', id, this.idOf(id))
    // Other requests run while comparison keys are computed.
    for await (const record of new Turns().each(pending)) this.#add(record)
  }

  /** Whether a record must be written. Counts and reports its outcome. */
  async #isPending (database: Database, record: ResourceRecord): Promise<boolean> {
    const { report, options: { overwrite = false } } = this.context
    const { id, type, content } = record
    const entry = this.entries.get(id)
    const outcome = await outcomeOf(database, record, entry, overwrite)
    if (outcome === 'unchanged') {
      report.count(type, outcome)
      return false
    }
    if (content.media !== undefined && this.resolved.get('resources', content.media.itemId) === null) {
      report.count(type, 'skipped')
      report.problem('error', record, `o:item: the item ${content.media.itemId} does not exist here`)
      return false
    }
    if (content.kind === 'value_annotation' && entry === undefined) {
      report.problem('warning', record, 'no value has this annotation; it is left out')
      return false
    }
    if (outcome === 'conflicts') {
      report.stays(record, entry!)
      return false
    }
    report.count(type, outcome)
    return true
  }

  /** The id of the source, if possible. */
  protected override firstIdOf (id: number): number {
    return this.context.mayKeep('resources', id) && !this.taken.has(id) ? id : this.newId()
  }

  #add (record: ResourceRecord): void {
    const { resolved } = this
    const { id, content, digest } = record
    const { kind, isPublic, created, modified, isOpen } = content
    const localId = this.idOf(id)
    const fields = {
      ownerId: resolved.get('users', content.ownerId),
      classId: this.#classOf(content),
      templateId: resolved.get('resource_templates', content.templateId),
      thumbnailId: resolved.get('assets', content.thumbnailId),
      isPublic
    }
    // The values of an annotation come with the record that it annotates.
    const values = kind === 'value_annotation' ? undefined : this.#valuesOf(content.values, record)
    this.rows.add(localId, {
      kind,
      fields,
      ...(created !== null && { created }),
      modified,
      ...(values !== undefined && { values }),
      ...(isOpen !== undefined && { isOpen }),
      ...(content.item !== undefined && this.#itemOf(localId, content.item)),
      ...(content.media !== undefined && { media: this.#mediaOf(localId, record, content.media) })
    }, this.storedStateOf(id))
    this.note({ name: id, localId, digest, state: String(modified), isMatched: false })
  }

  #classOf ({ classId, classTerm }: ResourceContent): number | null {
    const known = classId === null ? undefined : this.context.classes.get(classId)
    if (known !== undefined || classTerm === null) return known ?? null
    return this.context.terms.classes.byTerm(classTerm)?.id ?? null
  }

  /** Also gives the existing media of an item their positions. */
  #itemOf (id: number, { itemSets, sites, media, primaryMediaId }: ItemContent) {
    const { resolved } = this
    for (const [at, one] of media.entries()) {
      const mediaId = resolved.get('resources', one)
      if (mediaId !== null) this.rows.place(mediaId, id, at + 1)
    }
    // A media that does not exist yet becomes the primary one when it is written.
    const primary = resolved.get('resources', primaryMediaId)
    return {
      itemSets: itemSets.flatMap((one) => resolved.get('resources', one) ?? this.#reserveComing(one) ?? []),
      sites: sites.flatMap((one) => resolved.get('sites', one) ?? []),
      primaryMediaId: primary !== null && this.mediaHere.has(primary) ? primary : null
    }
  }

  #mediaOf (id: number, record: ResourceRecord, given: MediaContent): MediaColumns {
    const itemId = this.resolved.get('resources', given.itemId)!
    const { positions, primaryMedia } = this.context
    const columns = mediaColumns(itemId, given, this.stored.media.get(record.id), this.context)
    const position = given.position === undefined ? positions.get(record.id) ?? null : given.position
    if (this.storedStateOf(record.id) === 'stored') {
      return { ...columns, ...(given.position !== undefined && { position }) }
    }
    if (primaryMedia.has(record.id)) this.rows.choosePrimary(itemId, id)
    return { ...columns, position }
  }

  #valuesOf (values: readonly ValueContent[], record: ResourceRecord): ValueRow[] {
    const rows: ValueRow[] = []
    for (const value of values) {
      const linkedId = value.link === null ? null : this.resolved.get('resources', value.link) ?? this.#reserveComing(value.link)
      if (value.link !== null && linkedId === null) continue
      const row = this.#rowOf(value, linkedId, record)
      if (row === undefined) continue
      if (value.annotation !== null) row.annotationId = this.#annotate(value.annotation, record)
      rows.push(row)
    }
    return rows
  }

  /** The row of a value, without its annotation; undefined, with a warning, when its property does not exist here. */
  #rowOf (
    { term, propertyId: given, type, text, lang, uri, isPublic }: ValueContent, linkedId: number | null,
    record: ResourceRecord
  ): ValueRow | undefined {
    const { properties, terms } = this.context
    const propertyId = (given === null ? undefined : properties.get(given)) ?? terms.properties.byTerm(term)?.id
    if (propertyId !== undefined && terms.properties.byId.get(propertyId) !== undefined) {
      return { propertyId, type, text, lang, uri, linkedId, isPublic, annotationId: null }
    }
    this.context.report.problem('warning', record, `${term}: the property does not exist here; the value is left out`)
    return undefined
  }

  /**
   * The row of an annotation. Its own line, if there is one, provides owner and dates. Without one it has no owner,
   * because the owner of the resource may not be allowed to see the annotation's private values.
   */
  #annotate ({ id: given, values }: NonNullable<ValueContent['annotation']>, record: ResourceRecord): number {
    const { created, modified } = record.content
    const id = given === null ? this.newId() : this.idOf(given)
    this.annotate(id, null, { ...(created !== null && { created }), modified, values: this.#valuesOf(values, record) })
    if (given !== null) this.note({ name: given, ...placeholder(id) })
    return id
  }

  /** A placeholder for a record whose line comes later; null when there is none. */
  #reserveComing (id: number): number | null {
    const { checked: { ids } } = this.context
    const type = ids.typeOf('resources', id)
    const kind = KINDS.get(type)
    if (kind === undefined || kind === 'value_annotation') return null
    const localId = this.reserve(id, kind, null)
    this.resolved.set('resources', id, localId)
    return localId
  }
}

/** Inserts private rows for sites whose records come later, because items belong to them. */
async function reserveSites (
  database: Database, ids: Iterable<number>, resolved: LocalIds, context: TransferContext
): Promise<void> {
  for (const id of ids) {
    if (!context.checked.ids.has('sites', id) || resolved.get('sites', id) !== null) continue
    const localId = await context.reserve(database, 'sites', id)
    await insertPlaceholderSite(database, localId, `transfer-${context.map.sourceId}-${id}`)
    resolved.set('sites', id, localId)
  }
}

function forEachAnnotation (values: readonly ValueContent[], visit: (id: number) => void): void {
  for (const { annotation } of values) {
    if (annotation === null) continue
    if (annotation.id !== null) visit(annotation.id)
    forEachAnnotation(annotation.values, visit)
  }
}

/** The columns of a media, without its position. @param stored its stored files; undefined when there are none. */
function mediaColumns (
  itemId: number, content: MediaContent, stored: MediaFile | undefined, { services }: TransferContext
): MediaColumns {
  const { file, position, ...columns } = content
  const isWithout = file !== null && stored === undefined
  const { ingester, data, sha256, size } = content
  return {
    ...columns,
    itemId,
    data: asStored(ingester === 'html' ? purified(data, services.files.purify) : data),
    storageId: stored?.storageId ?? null,
    extension: stored?.extension ?? null,
    sha256: isWithout ? null : sha256,
    size: isWithout ? null : size,
    hasOriginal: stored?.hasOriginal ?? false,
    hasThumbnails: stored?.hasThumbnails ?? false
  }
}

function purified (data: unknown, purify: (html: string) => string): unknown {
  return isObject(data) && typeof data.html === 'string' ? { ...data, html: purify(data.html) } : data
}
