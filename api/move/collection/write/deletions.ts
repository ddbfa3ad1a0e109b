import { eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { property, resource, value } from '../../../../db/tables/index.js'
import { OPERATOR } from '../../../core/calls/actor.js'
import { pages, partsOf } from '../../../core/sequence/pages.js'
import { BUILT_IN } from '../../../resources/built-in.js'
import { runWriteBatch, type BatchWrite } from '../../../operations/writes.js'
import { messagesOf } from '../../../core/calls/errors.js'
import { COLLECTION_TYPE_NAMES, SEQUENCES, type CollectionType } from '../read/collection-file.js'
import type { DeletedRecord } from '../types/record-reader.js'
import { TYPE_OF_KIND } from '../../../core/answers/addresses.js'
import type { TransferContext } from './context.js'
import { isEdited } from '../plan/outcome.js'

/** Records deleted per transaction, and ids per query. */
const DELETIONS_PER_TRANSACTION = 100
const IDS_PER_QUERY = 5000

/**
 * Deletes the rows of records that no longer exist in the source. Rows that were changed here are not deleted, nor
 * vocabularies, properties and classes that are in use; both are reported.
 */
export async function deleteRecords (records: readonly DeletedRecord[], context: TransferContext): Promise<void> {
  for (const type of [...COLLECTION_TYPE_NAMES].reverse()) {
    // Annotations are deleted with their values.
    if (type === 'value_annotations') continue
    const ofType = records.filter((record) => record.type === type)
    for (const some of partsOf(ofType, DELETIONS_PER_TRANSACTION)) await deleteSome(type, some, context)
  }
}

async function deleteSome (
  type: CollectionType, records: readonly DeletedRecord[], context: TransferContext
): Promise<void> {
  const { services, map } = context
  const entries = await map.load(services.store.read, SEQUENCES[type], records.map(({ id }) => id))
  const definition = BUILT_IN.get(type)!
  const found = records.flatMap((record) => {
    const entry = entries.get(record.id)
    return entry?.isHere !== true || entry.isMatched ? [] : [{ record, entry }]
  })
  const changes = found.map(({ record, entry }): BatchWrite<string | null> => ({
    operation: 'delete',
    type: definition,
    work: async (writing) => {
      const reason = await reasonToStay(writing.database, type, record.id, context)
      if (reason !== null) return { result: reason }
      await map.remove(writing.database, SEQUENCES[type], [record.id])
      return { result: null, ...await definition.writer!.delete!(writing, entry.localId) }
    }
  }))
  const settled = await runWriteBatch(services, definition.entity, changes, { actor: OPERATOR, force: true }, true)
  for (const [at, outcome] of settled.entries()) {
    const { record } = found[at]!
    const reason = 'error' in outcome ? messagesOf(outcome.error.errors).join(' ') : outcome.result
    if (reason === null) context.report.count(type, 'deleted')
    else context.report.conflict(record, `deleted in the source; ${reason}`)
  }
}

/** Why a row is not deleted; null when it is. */
async function reasonToStay (
  database: Database, type: CollectionType, id: number, { map, options }: TransferContext
): Promise<string | null> {
  const entry = (await map.load(database, SEQUENCES[type], [id])).get(id)
  if (entry?.isHere !== true) return 'the record here was deleted already'
  if (await isUsed(database, type, entry.localId)) return 'the record here stays, because something uses it'
  if (options.overwrite === true) return null
  return await isEdited(database, type, entry) ? 'the record here stays, because it was changed' : null
}

/** Whether the deletion would change resources that remain. */
async function isUsed (database: Database, type: CollectionType, id: number): Promise<boolean> {
  const ofValues = type === 'vocabularies'
    ? inArray(
      value.propertyId, database.select({ id: property.id }).from(property).where(eq(property.vocabularyId, id))
    )
    : type === 'properties' ? eq(value.propertyId, id) : undefined
  if (ofValues !== undefined) {
    return (await database.select({ id: value.id }).from(value).where(ofValues).limit(1)).length > 0
  }
  if (type !== 'resource_classes' && type !== 'resource_templates') return false
  const column = type === 'resource_classes' ? resource.classId : resource.templateId
  return (await database.select({ id: resource.id }).from(resource).where(eq(column, id)).limit(1)).length > 0
}

/** Records of the source that a complete file no longer has. */
export async function * missingRecords (
  { services: { store }, map, checked }: TransferContext
): AsyncGenerator<DeletedRecord[]> {
  for (const sequence of new Set(COLLECTION_TYPE_NAMES.map((type) => SEQUENCES[type]).reverse())) {
    const page = async (after: string) => await map.after(store.read, sequence, after, IDS_PER_QUERY)
    for await (const rows of pages('', ({ name }) => name, page)) {
      yield rows.flatMap(({ name, kind, digest, isMatched }) => {
        const isPlaceholder = digest === null && !isMatched
        const id = Number(name)
        const type = sequence === 'resources' ? TYPE_OF_KIND[kind ?? 'value_annotation'] : sequence
        const isThere = checked.ids.typeOf(sequence, id) !== undefined
        const isOut = isPlaceholder || isThere || type === 'value_annotations'
        return isOut ? [] : [{ type, id, line: 0, isDeleted: true as const }]
      })
    }
  }
}
