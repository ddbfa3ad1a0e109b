import { and, asc, gt } from 'drizzle-orm'
import type { Representation } from '../../../core/answers/answer.js'
import type { Query } from '../../../core/calls/call.js'
import type { ReadContext } from '../../../resources/definition/read-context.js'
import { madeAtOnce, withListeners } from '../../../operations/represent.js'
import type { ResourceType } from '../../../resources/definition/resource-type.js'
import { find } from '../../../search/run/find.js'
import { planSearch } from '../../../search/run/plan.js'
import { count, filtersOf, scopeOf, selectIds } from '../../../search/query/selection.js'
import { Turns } from '../../../core/sequence/turns.js'

/** Number of ids that are read at a time. */
const IDS = 2000

/** Most resources that are represented at a time. */
const MOST = 100

/** Milliseconds that representing some resources should take, so that others are served in between. */
const PACE = 10

/** Rows of one type, in an order. */
export interface RecordSet {
  readonly type: ResourceType
  readonly total: number
  /** Their ids, in parts; may be called again. */
  ids (): AsyncIterable<readonly number[]>
}

/** Every row of a type that the viewer may see, in the order of ids; memory does not depend on their number. */
export async function allRecords (type: ResourceType, context: ReadContext): Promise<RecordSet> {
  const scope = scopeOf(type, context)
  return {
    type,
    total: await count(type, context, scope),
    async * ids () {
      for (let last = 0; ;) {
        const where = and(scope, gt(type.table.id, last))
        const ids = await selectIds(type, context, where, [asc(type.table.id)], { limit: IDS, offset: 0 })
        if (ids.length === 0) return
        yield Array.from(ids)
        last = ids.at(-1)!
      }
    }
  }
}

/**
 * The rows that a search finds, on all pages.
 *
 * @param isOrdered in the order that the query names, if it names one; otherwise in the order of ids.
 */
export async function foundRecords (
  type: ResourceType, query: Query, context: ReadContext, isOrdered: boolean
): Promise<RecordSet> {
  // Says at once what is wrong with a query, also where there is nothing to search for.
  planSearch(type, query, context, 0)
  const isSorted = isOrdered && query.sort_by !== undefined
  if (!isSorted && filtersOf(type, query, context) === undefined) return await allRecords(type, context)
  const { ids } = await find(type, query, context, 0)
  const found = Int32Array.from(ids)
  return recordsOf(type, isSorted ? found : found.sort())
}

/** Rows that are known by their ids, in this order. */
export function recordsOf (type: ResourceType, ids: Int32Array): RecordSet {
  return {
    type,
    total: ids.length,
    async * ids () {
      for (let at = 0; at < ids.length; at += IDS) yield Array.from(ids.subarray(at, at + IDS))
    }
  }
}

/** A few representations at a time, in the order of the set. */
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
      if (duration < PACE / 2) size = Math.min(MOST, size * 2)
      else if (duration > PACE) size = Math.max(1, Math.floor(size / 2))
    }
  }
}
