import { numbersOf } from '../../db/ids.js'
import { ownedBy, propertyOrder, sortEntryCounts, sortEntryId } from '../../db/search/order.js'
import { isOneOf } from '../../db/sqlite.js'
import { EVERYBODY } from '../../db/search/viewer.js'
import { cached } from '../cache/answer-cache.js'
import type { SearchContext } from './context.js'
import type { SearchableType } from './searchable.js'
import { orderBy, type SortKey } from './sorting.js'
import { IdSet } from './id-set.js'
import { selectIds } from './selection.js'
import { within, type Window } from './window.js'

/** So few are sorted by the database, which looks up the key of each. More are brought into the order of all there are. */
const FEW = 500
/** The same as a share of all: their order has to be found first. */
const SMALL_SHARE = 0.01

/**
 * A part of the rows found, in their order.
 *
 * @param found ids, ascending.
 * @param name what they are remembered by; so is their order, for the other pages.
 * @param orderName what tells the keys from others.
 */
export async function sortedPart (type: SearchableType, found: Int32Array, name: string, keys: readonly SortKey[], orderName: string, window: Window | undefined, context: SearchContext): Promise<number[]> {
  const [first, ...rest] = keys as [SortKey, ...SortKey[]]
  const { direction } = first
  if (rest.length === 0) return within(found, window, direction)
  // Brought into an order, ties are by id in the direction of the key.
  // Ids are counted up, so that the last tells how many there are.
  const isFew = found.length <= Math.max(FEW, (found.at(-1) ?? 0) * SMALL_SHARE)
  if (!isFew && rest.length === 1 && rest[0]!.direction === direction && (first.propertyId ?? first.name) !== undefined) {
    const sorted = await cached(context.cache, context.viewer, `${name} by ${nameOf(first)}`, async () => arranged(found, await sequence(type, first, context)))
    return within(sorted, window, direction)
  }
  const sort = async (): Promise<Int32Array> => await selectIds(type, context, isOneOf(type.table.id, Array.from(found)), orderBy(keys))
  return within(await cached(context.cache, context.viewer, `${name} in order ${orderName}`, sort), window)
}

/** Those found in the order of `sequence`, after those that are not in it. */
function arranged (found: Int32Array, sequence: Int32Array): Int32Array {
  const missing = new IdSet(found)
  const arranged = new Int32Array(found.length)
  let at = found.length
  for (let next = sequence.length - 1; next >= 0; next--) {
    const id = sequence[next]!
    if (!missing.has(id)) continue
    missing.delete(id)
    arranged[--at] = id
  }
  for (let next = found.length - 1; at > 0; next--) {
    if (missing.has(found[next]!)) arranged[--at] = found[next]!
  }
  return arranged
}

/** All rows of a type in ascending order; under a property, only those that have a key for the viewer. */
async function sequence (type: SearchableType, sortKey: SortKey, context: SearchContext): Promise<Int32Array> {
  const { propertyId, key } = sortKey
  if (propertyId === undefined) {
    const order = orderBy([{ key, direction: 'asc' }, { key: type.table.id, direction: 'asc' }])
    return await cached(context.cache, EVERYBODY, `${type.name} by ${nameOf(sortKey)}`, async () => await selectIds(type, context, type.scope, order))
  }
  const entries = await cached(context.cache, EVERYBODY, `by ${nameOf(sortKey)}`, async () => await numbersOf(context.database, propertyOrder(propertyId)))
  const seesPrivate = await privateSight(context)
  const ids = new Int32Array(entries.length)
  let count = 0
  for (let at = 0; at < entries.length; at++) {
    const id = sortEntryId(entries[at]!)
    if (sortEntryCounts(entries[at]!, seesPrivate(id))) ids[count++] = id
  }
  return ids.subarray(0, count)
}

const nameOf = ({ propertyId, name }: SortKey): string => String(propertyId ?? name ?? '')

/** Whether the viewer sees the private values of a resource. */
async function privateSight ({ database, viewer }: SearchContext): Promise<(id: number) => boolean> {
  if (viewer.viewsAll || viewer.id === null) return () => viewer.viewsAll
  const own = new IdSet(await numbersOf(database, ownedBy(viewer.id)))
  return (id) => own.has(id)
}
