import { and, type SQL } from 'drizzle-orm'
import { resource } from '../../../db/tables/index.js'
import { filterIds } from '../../../db/query/statements/id-sets.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { groupsAmong, groupsOf, type RelatedKey } from '../../../db/query/conditions/order.js'
import { isSelective } from '../../../db/query/statements/set-expression.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'
import type { SearchContext } from '../context/context.js'
import { endOf, Ids, idsIn, type Window } from '../context/ids.js'
import { rowsRanked, type Ranked, type Ranking } from '../full-text/ranking/full-text-search.js'
import { offload } from '../query/offload.js'
import type { SearchableType } from '../query/searchable.js'
import { count, haveSameKey, isAmong, scopeOf, selectIds, visibleAmong, type Selection } from '../query/selection.js'
import { orderBy, type SortKey } from '../query/sorting.js'
import { Groups } from '../sets/groups.js'
import { pageInOrder, sequenceFor } from '../sets/sequences.js'
import { cached, cachedSet, CachedSets, evaluate, FewResources } from '../sets/sets.js'

// The steps of searches. With a cache they are shared by the pages of a search, and by similar searches; without one,
// in a transaction for example, the database does all of it.

/** For more full-text hits than this, one list of all visible ids is faster than a lookup of each hit. */
const LOOKUP_MAX_HITS = 2000

/** Pages that end at this row or earlier are taken from a ranking of so many rows. */
const RANKING_HEAD_ROWS = 500

/** Up to this many ids are looked up in the database to test whether they meet a condition. */
const LOOKUP_MAX_ROWS = 500
/** This limit as a share of all visible rows, for conditions that only the database can test. */
const LOOKUP_MAX_SHARE = 0.05

/** Up to this many rows are sorted by the database, which looks up the keys of each. */
const SORT_IN_SQL_MAX_ROWS = 500

/** Sorting a page first sorts this many rows more, then doubles the number of rows up to a maximum. */
const SORT_EXTRA_ROWS = 500
const SORT_MAX_ROWS = 16_000

/** The number of rows that match a selection without filters. */
export async function countVisible ({ type, where }: Selection, context: SearchContext): Promise<number> {
  // Slower than counting in the database, but only once, and a worker makes the set if there are many rows.
  return (await visibleIds(type, context))?.size ?? await count(type, context, where)
}

/** Ids of all rows that match. */
export async function allIds (selection: Selection, context: SearchContext): Promise<Ids> {
  const visible = selection.isFiltered ? undefined : await visibleIds(selection.type, context)
  return visible ?? await matching(selection, context)
}

async function matching (selection: Selection, context: SearchContext): Promise<Ids> {
  if (context.cache === undefined) return await selected(selection, context)
  const name = `${selection.key} found`
  const { dependsOn } = selection
  const find = async (among?: readonly number[]): Promise<Ids> =>
    await (among === undefined ? found(selection, context) : foundAmong(selection, context, among))
  return await (dependsOn === undefined
    ? cached(context, context.viewer, name, async () => await find())
    : cachedSet(context, name, dependsOn, find))
}

async function selected ({ type, where }: Selection, context: SearchContext): Promise<Ids> {
  return Ids.of(await selectIds(type, context, where))
}

/** Indexes answer equality and links as quickly as sets do; everything else is composed of cached sets. */
async function found (selection: Selection, context: SearchContext): Promise<Ids> {
  const { type, expression, others } = selection
  if (expression === undefined || isSelective(expression) || type.hasIdList !== true) {
    return await selected(selection, context)
  }
  const visible = (await visibleIds(type, context))!
  const source = visible.size <= LOOKUP_MAX_ROWS ? new FewResources(context, visible) : new CachedSets(context, visible)
  const found = visible.and(await evaluate(expression, source))
  if (others === undefined || found.size === 0) return found
  const isSmall = found.size <= Math.max(LOOKUP_MAX_ROWS, visible.size * LOOKUP_MAX_SHARE)
  const where = and(scopeOf(type, context), others, isSmall ? isAmong(type, found) : undefined)
  const met = Ids.of(await selectIds(type, context, where))
  return isSmall ? met : met.and(found)
}

/** @param among ids, ascending. */
async function foundAmong (
  { type, expression, others }: Selection, context: SearchContext, among: readonly number[]
): Promise<Ids> {
  const few = Ids.of(Int32Array.from(among))
  const met = expression === undefined ? few : few.and(await evaluate(expression, new FewResources(context, few)))
  if (met.size === 0) return Ids.NONE
  // The cached list is patched once per write for all searches, which saves a query for each.
  const visible = others === undefined ? await visibleIfCached(type, context) : undefined
  if (visible !== undefined) return Ids.of(Int32Array.from(filterIds(met.toArray(), visible)))
  const where = and(scopeOf(type, context), others, isAmong(type, met))
  return Ids.of(await selectIds(type, context, where))
}

/** Ids of all visible rows of the type; undefined when they cannot be cached. */
async function visibleIds (type: SearchableType, context: SearchContext): Promise<Ids | undefined> {
  if (type.hasIdList !== true || context.cache === undefined) return undefined
  const all = async (): Promise<Ids> => Ids.of(await selectIds(type, context, scopeOf(type, context)))
  return await cachedSet(context, type.name, 'row', async (among) => among === undefined
    ? Ids.received(await offload(type, {}, context, { kind: 'match' }, all))
    : Ids.of(await visibleAmong(type, context, among)))
}

/** Like `visibleIds`, but undefined if the ids would have to be read first. */
export async function visibleIfCached (type: SearchableType, context: SearchContext): Promise<Ids | undefined> {
  const isCached = context.cache?.sets.has(context.viewer, type.name) === true
  return isCached ? await visibleIds(type, context) : undefined
}

/** The matching rows up to `end` by their relevance. @param others conditions besides the words. */
export async function ranked (
  { type, key }: Selection, ranking: Ranking, others: SQL | undefined, end: number, context: SearchContext
): Promise<Ranked> {
  // All pages near the beginning share one ranking.
  const most = end <= RANKING_HEAD_ROWS ? RANKING_HEAD_ROWS : Infinity
  const passing = async (ids: Int32Array): Promise<Ids> => {
    const all = others !== undefined
      ? undefined
      : await (ids.length > LOOKUP_MAX_HITS ? visibleIds(type, context) : visibleIfCached(type, context))
    if (all !== undefined) return all
    const among = isOneOf(type.table.id, Array.from(ids))
    return Ids.of(await selectIds(type, context, and(scopeOf(type, context), others, among)))
  }
  return await cached(context, context.viewer, `${key} ${ranking.direction} ranked to ${most}`,
    async () => await rowsRanked(ranking, context, passing, most))
}

/** A page of ids in the order of sort keys. @param order identifies the keys in cache keys. */
export async function sorted (
  selection: Selection, ids: Ids, keys: readonly SortKey[], order: string, window: Window | undefined,
  context: SearchContext
): Promise<number[]> {
  const { type } = selection
  if (context.cache === undefined || ids.size <= SORT_IN_SQL_MAX_ROWS) {
    return Array.from(await sortedInSql(type, ids, keys, context, window))
  }
  const [first, second, ...rest] = keys as [SortKey, SortKey, ...SortKey[]]
  // The list of all rows breaks ties by id, in the same direction as its key; other tie-breakers need the database.
  if (isNamed(first) && rest.length === 0 && second.direction === first.direction) {
    return await inOrder(selection, ids, first, window, context)
  }
  return await pageByFirst(selection, ids, keys, window, context) ??
    idsIn(window, await allSorted(selection, ids, keys, order, context))
}

async function sortedInSql (
  type: SearchableType, ids: Ids, keys: readonly SortKey[], context: SearchContext, window?: Window
): Promise<Int32Array> {
  return await selectIds(type, context, isAmong(type, ids), orderBy(keys), window)
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
    return Array.from(await sortedInSql(type, Ids.of(Int32Array.from(some)), keys, context, window))
  }
  return undefined
}

async function allSorted (
  { type, key }: Selection, ids: Ids, keys: readonly SortKey[], order: string, context: SearchContext
): Promise<Int32Array> {
  return await cached(context, context.viewer, `${key} in order ${order}`,
    async () => await sortedInSql(type, ids, keys, context))
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
