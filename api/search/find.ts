import { Column, is } from 'drizzle-orm'
import type { IgnoredKey, Query, QueryValue } from '../core/calls/call.js'
import { BadRequestError } from '../core/calls/errors.js'
import { toInteger } from '../core/calls/given.js'
import { offload, type SearchContext, type SearchResult } from './context/context.js'
import { endOf, Ids, idsIn, type Window } from './context/ids.js'
import { addIgnored, isNot, type Ignore } from './context/ignored.js'
import { ranked, rankingOf } from './full-text/ranking/full-text-search.js'
import { sorted } from './orders/sorted.js'
import { cursorPageOf, selectPage, type CursorPage } from './query/cursor.js'
import type { SearchableType } from './query/searchable.js'
import {
  filtersOf, isAmong, selectInOrder, selectionOf, selectSorted, type Selection
} from './query/selection.js'
import { sortKeysOf, type SortKey } from './query/sorting.js'
import { matchesFew } from './query/value-query.js'
import { allIds, countVisible, visibleIfCached } from './sets/sets.js'

/** A page of a search. */
type Page = Omit<SearchResult, 'ignored'>

/**
 * Finds rows (docs/contract/search.md): plans the search, and finds its page in this thread or in a worker.
 *
 * @param pageSize rows per page if the query has no `per_page`.
 * @throws ParameterError, BusyError
 */
export async function find (
  type: SearchableType, query: Query, context: SearchContext, pageSize: number
): Promise<SearchResult> {
  const { selection, mayBeSlow, ignored, page } = planSearch(type, query, context, pageSize)
  const isQuick = context.runInWorker === undefined || !mayBeSlow ||
    (selection.isFiltered && await matchesFewRows(type, query, context))
  const found = isQuick ? await page() : await offload(type, query, context, { kind: 'find', pageSize }, page)
  return ignored.length === 0 ? found : { ...found, ignored }
}

/** Ids of all rows that a search matches. */
export async function findIds (type: SearchableType, query: Query, context: SearchContext): Promise<Ids> {
  return await allIds(selectionOf(type, query, context), context)
}

/** Like `findIds`, in a worker, which has the sets of ids in its cache; here if it is as fast. */
export async function findAllIds (type: SearchableType, query: Query, context: SearchContext): Promise<Ids> {
  const here = async (): Promise<Ids> => await findIds(type, query, context)
  if (context.runInWorker === undefined || await matchesFewRows(type, query, context)) return await here()
  return Ids.received(await offload(type, query, context, { kind: 'match' }, here))
}

/** Whether a search has no filter but `property`, and an index shows that few values match. */
async function matchesFewRows (type: SearchableType, query: Query, context: SearchContext): Promise<boolean> {
  for (const name of Object.keys(type.filters)) if (query[name] !== undefined && name !== 'property') return false
  return query.property === undefined || await matchesFew(query.property, context)
}

/** Which rows a search matches, and how its page is found. */
export interface SearchPlan {
  readonly selection: Selection
  /** Parts of the query that have no effect. */
  readonly ignored: readonly IgnoredKey[]
  /** Whether finding the page may read so many rows that a worker should do it. */
  readonly mayBeSlow: boolean
  page (): Promise<Page>
}

/** To read a page that ends after this row, the database takes longer than a worker takes to be asked. */
const QUICK_PAGE_MAX_ROWS = 5000

/**
 * Makes a plan of a query, without access to the database.
 *
 * @param pageSize rows per page if the query has no `per_page`.
 * @throws ParameterError, BadRequestError for parameters that cannot be understood.
 */
export function planSearch (type: SearchableType, query: Query, context: SearchContext, pageSize: number): SearchPlan {
  const ignored: IgnoredKey[] = []
  const ignore: Ignore = (part) => { addIgnored(ignored, part) }
  const reading = { ...context, ignore }
  const keys = sortKeysOf(type, query, reading)
  const cursor = query.cursor === undefined ? undefined : cursorPageOf(type, query, context, keys, pageSize)
  const selection = selectionOf(type, query, reading)
  const plan = (mayBeSlow: boolean, page: () => Promise<Page>): SearchPlan => ({ selection, ignored, mayBeSlow, page })
  // A cursor cannot continue a ranking: relevance changes with every write.
  if (cursor !== undefined) {
    const mayBeSlow = selection.isFiltered || !isByColumns(cursor.keys)
    return plan(mayBeSlow, async () => await pageAfter(selection, cursor, context))
  }
  const window = windowOf(query, pageSize, ignore)
  if (!selection.isFiltered && keys !== undefined && isByColumns(keys)) {
    return plan(endOf(window) > QUICK_PAGE_MAX_ROWS, async () => await pageOfAll(selection, keys, window, context))
  }
  const ranking = query.fulltext_search === undefined ? undefined : rankingOf(type.fullText, query)
  if (ranking !== undefined) {
    const { fulltext_search: _, ...rest } = query
    const others = filtersOf(type, rest, context)
    return plan(true, async () => {
      const { ids, total } = await ranked(selection, ranking, others, endOf(window), context)
      return { ids: idsIn(window, ids), total }
    })
  }
  if (keys === undefined) return plan(true, async () => await randomPage(selection, window, context))
  const order = JSON.stringify([query.sort_by, query.sort_order])
  return plan(true, async () => await sortedPage(selection, keys, order, window, context))
}

/** Columns may have an index that gives the order; expressions have none. */
function isByColumns (keys: readonly SortKey[]): boolean {
  return keys.every(({ key }) => is(key, Column))
}

/** There are no filters and an index gives the order: the database reads the page directly. */
async function pageOfAll (
  selection: Selection, keys: readonly SortKey[], window: Window | undefined, context: SearchContext
): Promise<Page> {
  const { type, where } = selection
  const visible = keys.length === 1 ? await visibleIfCached(type, context) : undefined
  if (visible !== undefined) return { ids: visible.in(window, keys[0]!.direction), total: visible.size }
  const ids = Array.from(await selectInOrder(type, context, where, keys, window))
  // A first page that is not full holds all matches.
  const isAll =
    window === undefined || (window.offset === 0 && (window.limit === undefined || ids.length < window.limit))
  return { ids, total: isAll ? ids.length : await countVisible(selection, context) }
}

/** The page begins after the row that a cursor points to. */
async function pageAfter (selection: Selection, page: CursorPage, context: SearchContext): Promise<Page> {
  const { type, where, isFiltered } = selection
  if (isFiltered) {
    const found = await allIds(selection, context)
    return { ...await selectPage(type, context, isAmong(type, found), page), total: found.size }
  }
  const part = await selectPage(type, context, where, page)
  const isAll = page.after === undefined && part.ids.length < page.size
  return { ...part, total: isAll ? part.ids.length : await countVisible(selection, context) }
}

/** Up to this many rows are sorted by the database, which looks up the keys of each. */
const SORT_IN_SQL_MAX_ROWS = 500

/** All matching rows are found and sorted; the page is cut out of them. @param order identifies the keys. */
async function sortedPage (
  selection: Selection, keys: readonly SortKey[], order: string, window: Window | undefined, context: SearchContext
): Promise<Page> {
  const found = await allIds(selection, context)
  const { size: total } = found
  if (keys.length === 1) return { ids: found.in(window, keys[0]!.direction), total }
  const ids = context.cache === undefined || total <= SORT_IN_SQL_MAX_ROWS
    ? Array.from(await selectSorted(selection.type, context, found, keys, window))
    : await sorted(selection, found, keys, order, window, context)
  return { ids, total }
}

/** All matching rows are found; the page is a random choice of them, in random order. */
async function randomPage (selection: Selection, window: Window | undefined, context: SearchContext): Promise<Page> {
  const found = await allIds(selection, context)
  const left = Math.max(0, found.size - (window?.offset ?? 0))
  const count = Math.min(left, window?.limit ?? left)
  const shuffled = found.toArray().slice()
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(Math.random() * (shuffled.length - at))
    const chosen = shuffled[other]!
    shuffled[other] = shuffled[at]!
    shuffled[at] = chosen
  }
  return { ids: Array.from(shuffled.subarray(0, count)), total: found.size }
}

/** The window of a query; undefined for the whole result (docs/contract/search.md §2.1). */
function windowOf (query: Query, pageSize: number, ignore: Ignore): Window | undefined {
  const number = (key: string): number | undefined => numberIn(key, query[key], ignore)
  const page = number('page')
  const size = number('per_page')
  if (page !== undefined) {
    for (const [key, nearest] of Object.entries(INSTEAD)) {
      const value = query[key]
      if (typeof value === 'string' && value !== '') {
        ignore({ key, value, problem: `"${key}" needs an empty "page".`, nearest })
      }
    }
    const limit = Math.max(1, size ?? pageSize)
    return { limit, offset: (Math.max(1, page) - 1) * limit }
  }
  const limit = number('limit')
  const offset = number('offset')
  for (const [name, number] of Object.entries({ limit, offset })) {
    if (number !== undefined && number < 0) {
      throw new BadRequestError(`"${name}" must be zero or more, ${number} given.`)
    }
  }
  return limit === undefined && offset === undefined ? undefined : { limit, offset: offset ?? 0 }
}

/** Suggestions for parameters that have no effect together with `page`. */
const INSTEAD = { limit: 'per_page', offset: 'page' }

function numberIn (key: string, value: QueryValue | undefined, ignore: Ignore): number | undefined {
  if (value === undefined || value === '') return undefined
  const number = toInteger(value)
  if (number === undefined) ignore({ key, ...isNot(value, 'a number') })
  return number
}
