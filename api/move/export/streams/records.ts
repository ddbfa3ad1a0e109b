import { and, asc, gt } from 'drizzle-orm'
import type { Representation } from '../../../core/answers/answer.js'
import type { Query } from '../../../core/calls/call.js'
import type { ReadContext } from '../../../resources/definition/read-context.js'
import { madeAtOnce, withListeners } from '../../../operations/represent.js'
import type { ResourceType } from '../../../resources/definition/resource-type.js'
import { find, planSearch } from '../../../search/find.js'
import { count, filtersOf, scopeOf, selectIds } from '../../../search/query/selection.js'
import { pages } from '../../../core/sequence/pages.js'
import { Turns } from '../../../core/sequence/turns.js'

const IDS_PER_QUERY = 2000

const BATCH_MAX_RESOURCES = 100

/** Intended duration of representing a batch, so that other requests run in between. */
const BATCH_DURATION_MS = 10

/** Rows of one type in a defined order. */
export interface RecordSet {
  readonly type: ResourceType
  readonly total: number
  /** The ids, in batches; may be called repeatedly. */
  ids (): AsyncIterable<readonly number[]>
}

/** Every row of a type that the viewer may see, sorted by id; memory does not depend on their number. */
export async function allRecords (type: ResourceType, context: ReadContext): Promise<RecordSet> {
  const scope = scopeOf(type, context)
  return {
    type,
    total: await count(type, context, scope),
    ids: () => pages(0, (id) => id, async (last) => {
      const { id } = type.table
      const limit = { limit: IDS_PER_QUERY, offset: 0 }
      return Array.from(await selectIds(type, context, and(scope, gt(id, last)), [asc(id)], limit))
    })
  }
}

/** The rows that a search finds, on all pages. @param isOrdered sort as the query specifies; otherwise by id. */
export async function foundRecords (
  type: ResourceType, query: Query, context: ReadContext, isOrdered: boolean
): Promise<RecordSet> {
  // Reports an invalid query at once, even if nothing needs to be searched.
  planSearch(type, query, context, 0)
  const isSorted = isOrdered && query.sort_by !== undefined
  if (!isSorted && filtersOf(type, query, context) === undefined) return await allRecords(type, context)
  const { ids } = await find(type, query, context, 0)
  const found = Int32Array.from(ids)
  return recordsOf(type, isSorted ? found : found.sort())
}

/** Rows with these ids, in this order. */
export function recordsOf (type: ResourceType, ids: Int32Array): RecordSet {
  return {
    type,
    total: ids.length,
    async * ids () {
      for (let at = 0; at < ids.length; at += IDS_PER_QUERY) yield Array.from(ids.subarray(at, at + IDS_PER_QUERY))
    }
  }
}

/** Representations in batches, in the order of the set. */
export async function * represented (
  { type, ids }: RecordSet, context: ReadContext
): AsyncGenerator<readonly Representation[]> {
  const turns = new Turns()
  let size = 10
  for await (const part of ids()) {
    for (let at = 0; at < part.length;) {
      await turns.next()
      const some = part.slice(at, at + size)
      const begin = performance.now()
      const made = await madeAtOnce(type, context, some)
      if (made === undefined) {
        size = 1
        continue
      }
      yield some.flatMap((id) => {
        const representation = made.get(id)
        return representation === undefined ? [] : [withListeners(representation, context)]
      })
      at += some.length
      const duration = performance.now() - begin
      if (duration < BATCH_DURATION_MS / 2) size = Math.min(BATCH_MAX_RESOURCES, size * 2)
      else if (duration > BATCH_DURATION_MS) size = Math.max(1, Math.floor(size / 2))
    }
  }
}
