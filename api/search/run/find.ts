import { Column, is, type SQL } from 'drizzle-orm'
import type { IgnoredKey, Query, QueryValue } from '../../core/calls/call.js'
import { BadRequestError } from '../../core/calls/errors.js'
import { toInteger } from '../../core/text/numbers.js'
import type { SearchContext, SearchResult } from '../context/context.js'
import { endOf, Ids, idsIn, type Window } from '../context/ids.js'
import { collectIgnored, isNot, type Ignore } from '../context/ignored.js'
import { rankingOf, type Ranking } from '../full-text/ranking/full-text-search.js'
import { cursorPageOf, selectPage, type CursorPage } from '../query/cursor.js'
import { offload } from '../query/offload.js'
import type { SearchableType } from '../query/searchable.js'
import { filtersOf, isAmong, selectInOrder, selectionOf, type Selection } from '../query/selection.js'
import { sortKeysOf, type SortKey } from '../query/sorting.js'
import { matchesFew } from '../query/value-query.js'
import { CachedRows, Rows } from './rows.js'

/** A page of a search. */
type Page = Omit<SearchResult, 'ignored'>

/**
 * Finds rows (docs/contract/search.md): plans the search, and runs the plan in this thread or in a worker.
 *
 * @param pageSize rows per page if the query has no `per_page`.
 * @throws ParameterError, BusyError
 */
export async function find (
  type: SearchableType, query: Query, context: SearchContext, pageSize: number
): Promise<SearchResult> {
  const plan = planSearch(type, query, context, pageSize)
  const here = async (): Promise<Page> => await runPlan(plan, context)
  const page = await isQuick(plan, query, context)
    ? await here()
    : await offload(type, query, context, { kind: 'find', pageSize }, here)
  return plan.ignored.length === 0 ? page : { ...page, ignored: plan.ignored }
}

/** Finds rows; called in a worker, on behalf of the main thread. */
export async function findForOthers (
  type: SearchableType, query: Query, context: SearchContext, pageSize: number
): Promise<Page> {
  return await runPlan(planSearch(type, query, context, pageSize), context)
}

/** Ids of all rows that a search matches. */
export async function findIds (type: SearchableType, query: Query, context: SearchContext): Promise<Ids> {
  return await rowsOf(context).all(selectionOf(type, query, context))
}

/** Like `findIds`, in a worker, which has the sets of ids in its cache; here if it is as fast. */
export async function findAllIds (type: SearchableType, query: Query, context: SearchContext): Promise<Ids> {
  const here = async (): Promise<Ids> => await findIds(type, query, context)
  if (context.runInWorker === undefined || await matchesFewRows(type, query, context)) return await here()
  return Ids.received(await offload(type, query, context, { kind: 'match' }, here))
}

/** Whether a search is faster in this thread than sending it to a worker. */
async function isQuick (plan: SearchPlan, query: Query, context: SearchContext): Promise<boolean> {
  if (context.runInWorker === undefined || !mayBeSlow(plan)) return true
  const { type, isFiltered } = plan.selection
  return isFiltered && await matchesFewRows(type, query, context)
}

/** Whether a search has no filter but `property`, and an index shows that few values match. */
async function matchesFewRows (type: SearchableType, query: Query, context: SearchContext): Promise<boolean> {
  for (const name of Object.keys(type.filters)) if (query[name] !== undefined && name !== 'property') return false
  return query.property === undefined || await matchesFew(query.property, context)
}

/** Members of every plan. */
interface Plan {
  readonly selection: Selection
  /** Parts of the query that have no effect. */
  readonly ignored: readonly IgnoredKey[]
}

/** There are no filters and an index gives the order: the database reads the page directly. */
interface PagePlan extends Plan {
  readonly by: 'page'
  readonly keys: readonly SortKey[]
  readonly window: Window | undefined
}

/** The page begins after the row that a cursor points to. */
interface CursorPlan extends Plan { readonly by: 'cursor', readonly page: CursorPage }

/** All matching rows are ranked by relevance; the page is cut out of them. */
interface RelevancePlan extends Plan {
  readonly by: 'relevance'
  readonly ranking: Ranking
  /** The conditions of the other parameters. */
  readonly others: SQL | undefined
  readonly window: Window | undefined
}

/** All matching rows are found and sorted; the page is cut out of them. */
interface SortPlan extends Plan {
  readonly by: 'sort'
  readonly keys: readonly SortKey[]
  /** Identifies the order in cache keys. */
  readonly order: string
  readonly window: Window | undefined
}

/** All matching rows are found; the page is a random choice of them. */
interface RandomPlan extends Plan {
  readonly by: 'random'
  readonly window: Window | undefined
}

/** Which rows a search matches, their order, the page, and the way to find them. */
export type SearchPlan = PagePlan | CursorPlan | RelevancePlan | SortPlan | RandomPlan

/**
 * Makes a plan of a query, without access to the database.
 *
 * @param pageSize rows per page if the query has no `per_page`.
 * @throws ParameterError, BadRequestError for parameters that cannot be understood.
 */
export function planSearch (type: SearchableType, query: Query, context: SearchContext, pageSize: number): SearchPlan {
  const { ignore, ignored } = collectIgnored()
  const reading = { ...context, ignore }
  const keys = sortKeysOf(type, query, reading)
  const page = query.cursor === undefined ? undefined : cursorPageOf(type, query, context, keys, pageSize)
  const selection = selectionOf(type, query, reading)
  // A cursor cannot continue a ranking: relevance changes with every write.
  if (page !== undefined) return { by: 'cursor', selection, page, ignored }
  const found = { selection, window: windowOf(query, pageSize, ignore), ignored }
  if (!selection.isFiltered && keys !== undefined && isByColumns(keys)) return { by: 'page', ...found, keys }
  const ranking = query.fulltext_search === undefined ? undefined : rankingOf(type.fullText, query)
  if (ranking !== undefined) {
    const { fulltext_search: _, ...others } = query
    return { by: 'relevance', ...found, ranking, others: filtersOf(type, others, context) }
  }
  if (keys === undefined) return { by: 'random', ...found }
  return { by: 'sort', ...found, keys, order: JSON.stringify([query.sort_by, query.sort_order]) }
}

/** To read a page that ends after this row, the database takes longer than a worker takes to be asked. */
const QUICK_PAGE_MAX_ROWS = 5000

/** Whether running the plan may read so many rows that a worker should do it. */
export function mayBeSlow (plan: SearchPlan): boolean {
  if (plan.by === 'page') return endOf(plan.window) > QUICK_PAGE_MAX_ROWS
  return plan.by !== 'cursor' || plan.selection.isFiltered
}

/** Columns may have an index that gives the order; expressions have none. */
function isByColumns (keys: readonly SortKey[]): boolean {
  return keys.every(({ key }) => is(key, Column))
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

const rowsOf = (context: SearchContext): Rows =>
  context.cache === undefined ? new Rows(context) : new CachedRows(context, context.cache)

async function runPlan (plan: SearchPlan, context: SearchContext): Promise<Page> {
  const rows = rowsOf(context)
  switch (plan.by) {
    case 'page': return await runPage(plan, context, rows)
    case 'cursor': return await runCursor(plan, context, rows)
    case 'relevance': return await runRelevance(plan, rows)
    case 'sort': return await runSort(plan, rows)
    case 'random': return await runRandom(plan, rows)
  }
}

async function runPage ({ selection, keys, window }: PagePlan, context: SearchContext, rows: Rows): Promise<Page> {
  const { type, where } = selection
  const visible = keys.length === 1 ? await rows.visibleIfCached(type) : undefined
  if (visible !== undefined) return { ids: visible.in(window, keys[0]!.direction), total: visible.size }
  const ids = Array.from(await selectInOrder(type, context, where, keys, window))
  // A first page that is not full holds all matches.
  const isAll =
    window === undefined || (window.offset === 0 && (window.limit === undefined || ids.length < window.limit))
  return { ids, total: isAll ? ids.length : await rows.count(selection) }
}

async function runCursor ({ selection, page }: CursorPlan, context: SearchContext, rows: Rows): Promise<Page> {
  const { type, where, isFiltered } = selection
  if (isFiltered) {
    const found = await rows.matching(selection)
    return { ...await selectPage(type, context, isAmong(type, found), page), total: found.size }
  }
  const part = await selectPage(type, context, where, page)
  const isAll = page.after === undefined && part.ids.length < page.size
  return { ...part, total: isAll ? part.ids.length : await rows.count(selection) }
}

async function runRelevance ({ selection, ranking, others, window }: RelevancePlan, rows: Rows): Promise<Page> {
  const { ids, total } = await rows.ranked(selection, ranking, others, endOf(window))
  return { ids: idsIn(window, ids), total }
}

async function runSort ({ selection, keys, order, window }: SortPlan, rows: Rows): Promise<Page> {
  const found = await rows.all(selection)
  const ids = keys.length === 1
    ? found.in(window, keys[0]!.direction)
    : await rows.sorted(selection, found, keys, order, window)
  return { ids, total: found.size }
}

async function runRandom ({ selection, window }: RandomPlan, rows: Rows): Promise<Page> {
  const found = await rows.all(selection)
  const left = Math.max(0, found.size - (window?.offset ?? 0))
  return { ids: chosenFrom(found.toArray(), Math.min(left, window?.limit ?? left)), total: found.size }
}

/** Chooses different ids at random, in random order. */
function chosenFrom (ids: Int32Array, count: number): number[] {
  const shuffled = ids.slice()
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(Math.random() * (shuffled.length - at))
    const chosen = shuffled[other]!
    shuffled[other] = shuffled[at]!
    shuffled[at] = chosen
  }
  return Array.from(shuffled.subarray(0, count))
}
