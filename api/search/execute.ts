import { and, Column, is, type SQL } from 'drizzle-orm'
import { isOneOf } from '../../db/sqlite.js'
import type { Query } from '../call.js'
import { cursorPageOf, selectPage, type CursorPage } from './cursor.js'
import { rankedPart, rankingOf, rowsRanked, type Ranking } from './full-text/full-text-search.js'
import { cached } from '../cache/answer-cache.js'
import type { SearchContext } from './context.js'
import type { SearchableType } from './searchable.js'
import type { SearchResult } from './tasks.js'
import { orderBy, sortKeysOf, type SortKey } from './sorting.js'
import { IdSet } from './id-set.js'
import { offload } from './worker/offload.js'
import { isQuick } from './quick.js'
import { count, filtersOf, scopeOf, selectIds, selectionKey } from './selection.js'
import { sortedPart } from './sorted.js'
import { wholeList, wholeListFor } from './whole-list.js'
import { windowOf, within, type Window } from './window.js'

/**
 * Finds rows (contract/search.md). All that are found are remembered for the other pages, but a plain list, of which
 * the database gives any page as it is.
 *
 * @param pageSize rows a page when the query names none.
 */
export async function find (type: SearchableType, query: Query, context: SearchContext, pageSize: number): Promise<SearchResult> {
  const keys = sortKeysOf(type, query, context)
  const cursorPage = cursorPageOf(type, query, context, keys, pageSize)
  const part: Part = { name: nameOf(type, query), keys, cursorPage, window: cursorPage === undefined ? windowOf(query, pageSize) : { limit: cursorPage.size, offset: 0 } }
  // How relevant a row is changes with every write, so that no page could begin where another ended.
  const ranking = cursorPage === undefined ? rankingOf(type.fullText, query) : undefined
  const filters = filtersOf(type, query, context)
  const where = and(scopeOf(type, context), filters)
  if (filters === undefined && (keys === undefined || cursorPage !== undefined || isByColumns(keys))) return await findListed(type, context, part, where)
  const here = async (): Promise<SearchResult> => ranking === undefined
    ? await findFiltered(type, query, context, part, filters)
    : await findRanked(type, query, context, part, ranking)
  const isDoneHere = context.runInWorker === undefined || (filters !== undefined && await isQuick(type, query, context))
  return isDoneHere ? await here() : await offload(type, query, context, { kind: 'find', pageSize }, here)
}

/** Where so many documents are found, it is quicker to know all that may be seen than to look each up. */
const MANY = 2000

/** The part that is asked for. */
interface Part {
  /** What all that is found is remembered by. */
  name: string
  keys: readonly SortKey[] | undefined
  cursorPage: CursorPage | undefined
  window: Window | undefined
}

async function findRanked (type: SearchableType, { fulltext_search: _, ...others }: Query, context: SearchContext, { name, window }: Part, ranking: Ranking): Promise<SearchResult> {
  const filters = filtersOf(type, others, context)
  const among = async (ids: Int32Array): Promise<Int32Array> => {
    const seen = filters === undefined && ids.length > MANY ? await wholeList(type, context) : undefined
    if (seen === undefined) return (await selectIds(type, context, and(scopeOf(type, context), filters, isOneOf(type.table.id, Array.from(ids))))).sort()
    const isSeen = new IdSet(seen)
    return ids.filter((id) => isSeen.has(id))
  }
  const rows = await cached(context.cache, context.viewer, `${name} ranked`, async () => await rowsRanked(ranking, context, among))
  return { ids: rankedPart(rows, ranking, window), total: rows.ids.length }
}

async function findListed (type: SearchableType, context: SearchContext, { name, keys, cursorPage, window }: Part, where: SQL | undefined): Promise<SearchResult> {
  const isById = cursorPage === undefined && keys?.length === 1
  const list = isById ? await wholeListFor(type, context, window, async () => await countAll(type, context, name, where)) : undefined
  if (list !== undefined) return { ids: within(list, window, keys![0]!.direction), total: list.length }
  const found = cursorPage === undefined
    ? { ids: Array.from(await selectIds(type, context, where, orderBy(keys), window)) }
    : await selectPage(type, context, where, cursorPage)
  // A first page that is not full is the whole result.
  const isAll = window === undefined || (cursorPage?.after === undefined && window.offset === 0 && (window.limit === undefined || found.ids.length < window.limit))
  return { ...found, total: isAll ? found.ids.length : await countAll(type, context, name, where) }
}

async function findFiltered (type: SearchableType, query: Query, context: SearchContext, { name, keys, cursorPage, window }: Part, filters: SQL | undefined): Promise<SearchResult> {
  const found = (filters === undefined ? await wholeList(type, context) : undefined) ?? await findAll(type, context, name, and(scopeOf(type, context), filters))
  const total = found.length
  if (cursorPage !== undefined) return { ...await selectPage(type, context, isOneOf(type.table.id, Array.from(found)), cursorPage), total }
  if (keys === undefined) return { ids: Array.from(await selectIds(type, context, isOneOf(type.table.id, Array.from(found)), orderBy(keys), window)), total }
  return { ids: await sortedPart(type, found, name, keys, JSON.stringify([query.sort_by, query.sort_order]), window, context), total }
}

/** Ids of all rows, ascending, remembered by `name`. */
async function findAll (type: SearchableType, context: SearchContext, name: string, where: SQL | undefined): Promise<Int32Array> {
  return await cached(context.cache, context.viewer, `${name} found`, async () => (await selectIds(type, context, where)).sort())
}

async function countAll (type: SearchableType, context: SearchContext, name: string, where: SQL | undefined): Promise<number> {
  return await cached(context.cache, context.viewer, `${name} total`, async () => await count(type, context, where))
}

/** What all rows that a search finds satisfy, whatever the page, and how many they are. */
export async function wholeOf (type: SearchableType, query: Query, context: SearchContext): Promise<{ where: SQL | undefined, total: number }> {
  const name = nameOf(type, query)
  const scope = scopeOf(type, context)
  const filters = filtersOf(type, query, context)
  if (filters === undefined) return { where: scope, total: await countAll(type, context, name, scope) }
  const found = await findAll(type, context, name, and(scope, filters))
  // Said again: what was written since may hide some of them.
  return { where: and(scope, isOneOf(type.table.id, Array.from(found))), total: found.length }
}

/** What the rows that a search finds are remembered by. */
const nameOf = (type: SearchableType, query: Query): string => `${type.name} ${selectionKey(query)}`

/** Whether the database may have the rows in this order already. */
function isByColumns (keys: readonly SortKey[]): boolean {
  return keys.every(({ key }) => is(key, Column))
}
