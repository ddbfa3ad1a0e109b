import { groupsAmong, groupsOf, type RelatedKey } from '../../../db/query/conditions/order.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'
import { resource } from '../../../db/tables/index.js'
import type { SearchContext } from '../context/context.js'
import { endOf, Ids, idsIn, type Window } from '../context/ids.js'
import type { SearchableType } from '../query/searchable.js'
import { haveSameKey, selectSorted, type Selection } from '../query/selection.js'
import type { SortKey } from '../query/sorting.js'
import { cached } from '../sets/sets.js'
import { Groups } from './groups.js'
import { pageInOrder, sequenceFor } from './sequences.js'

/** Sorting a page first sorts this many rows more, then doubles the number of rows up to a maximum. */
const SORT_EXTRA_ROWS = 500
const SORT_MAX_ROWS = 16_000

/**
 * A page of many ids in the order of sort keys, by cached lists of all rows in an order where there can be one.
 *
 * @param order identifies the keys in cache keys.
 */
export async function sorted (
  selection: Selection, ids: Ids, keys: readonly SortKey[], order: string, window: Window | undefined,
  context: SearchContext
): Promise<number[]> {
  const [first, second, ...rest] = keys as [SortKey, SortKey, ...SortKey[]]
  // The list of all rows breaks ties by id, in the same direction as its key; other tie-breakers need the database.
  if (isNamed(first) && rest.length === 0 && second.direction === first.direction) {
    return await inOrder(selection, ids, first, window, context)
  }
  return await pageByFirst(selection, ids, keys, window, context) ??
    idsIn(window, await allSorted(selection, ids, keys, order, context))
}

/**
 * A page near the beginning: takes the first rows by the first key, including all rows with the same first key as the
 * last row of the page, and sorts only these by all keys. Undefined: the page is too far from the beginning.
 */
async function pageByFirst (
  selection: Selection, ids: Ids, keys: readonly SortKey[], window: Window | undefined, context: SearchContext
): Promise<number[] | undefined> {
  const { type } = selection
  const first = keys[0]!
  const end = endOf(window)
  if (end === 0 || !isNamed(first)) return undefined
  for (let limit = end + SORT_EXTRA_ROWS; limit <= SORT_MAX_ROWS && limit < ids.size; limit *= 2) {
    const some = await inOrder(selection, ids, first, { offset: 0, limit }, context)
    // Fewer rows than expected: some were deleted meanwhile.
    if (some.length < limit) return undefined
    if (await haveSameKey(type, context, first, [some[end - 1]!, some.at(-1)!])) continue
    return Array.from(await selectSorted(type, context, Ids.of(Int32Array.from(some)), keys, window))
  }
  return undefined
}

async function allSorted (
  { type, key }: Selection, ids: Ids, keys: readonly SortKey[], order: string, context: SearchContext
): Promise<Int32Array> {
  return await cached(context, context.viewer, `${key} in order ${order}`,
    async () => await selectSorted(type, context, ids, keys))
}

/** A page of ids, sorted by a named key, then by id in its direction. */
async function inOrder (
  selection: Selection, ids: Ids, key: SortKey, window: Window | undefined, context: SearchContext
): Promise<number[]> {
  const { type } = selection
  const { direction, related } = key
  // Only for keys in `resource`: the change log does not record which rows of other tables were written.
  if (related?.column.table === resource) return (await groupsBy(type, related, context)).page(ids, direction, window)
  const sequence = sequenceFor(context, type, key, ids, window)
  if (sequence !== undefined) return await pageInOrder(sequence, ids, direction, window)
  const order = JSON.stringify([key.propertyId ?? key.name, direction])
  return idsIn(window, await allSorted(selection, ids, [key, { key: type.table.id, direction }], order, context))
}

async function groupsBy (type: SearchableType, key: RelatedKey, context: SearchContext): Promise<Groups> {
  const { database } = context
  return await cached(context, ANONYMOUS_VIEWER, `${type.name} by ${key.column.name} in order of ${key.of.name}`,
    async () => Groups.of(await groupsOf(database, key, type)),
    async (groups, touched) => groups.changed(touched, await groupsAmong(database, key, type, touched)))
}

/** Whether rows can be sorted by a key as a whole: it does not depend on the viewer, or is a property. */
const isNamed = ({ propertyId, name }: SortKey): boolean => (propertyId ?? name) !== undefined
