import type { Query } from '../../core/calls/call.js'
import type { SearchContext, SearchResult } from '../context/context.js'
import { Ids } from '../context/ids.js'
import { selectPage } from '../query/cursor.js'
import { offload } from '../query/offload.js'
import type { SearchableType } from '../query/searchable.js'
import { isAmong, selectIds, selectInOrder, selectionOf } from '../query/selection.js'
import { orderBy } from '../query/sorting.js'
import { matchesFew } from '../query/value-query.js'
import {
  mayBeSlow, planSearch, type CursorPlan, type PagePlan, type RandomPlan, type RelevancePlan, type SearchPlan,
  type SortPlan
} from './plan.js'
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

const rowsOf = (context: SearchContext): Rows =>
  context.cache === undefined ? new Rows(context) : new CachedRows(context, context.cache)

async function runPlan (plan: SearchPlan, context: SearchContext): Promise<Page> {
  const rows = rowsOf(context)
  switch (plan.by) {
    case 'page': return await runPage(plan, context, rows)
    case 'cursor': return await runCursor(plan, context, rows)
    case 'relevance': return await runRelevance(plan, rows)
    case 'sort': return await runSort(plan, rows)
    case 'random': return await runRandom(plan, context, rows)
  }
}

async function runPage ({ selection, keys, window }: PagePlan, context: SearchContext, rows: Rows): Promise<Page> {
  const { type, where } = selection
  const visible = keys?.length === 1 ? await rows.visibleIfCached(type) : undefined
  if (visible !== undefined) return { ids: visible.in(window, keys![0]!.direction), total: visible.size }
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

async function runRelevance (
  { selection, ranking, others, window = { offset: 0, limit: undefined } }: RelevancePlan, rows: Rows
): Promise<Page> {
  const ranked = await rows.ranked(selection, ranking, others, window.offset + (window.limit ?? Infinity))
  return { ids: ranked.page(ranking.direction, window), total: ranked.total }
}

async function runSort ({ selection, keys, order, window }: SortPlan, rows: Rows): Promise<Page> {
  const found = await rows.all(selection)
  const ids = keys.length === 1
    ? found.in(window, keys[0]!.direction)
    : await rows.sorted(selection, found, keys, order, window)
  return { ids, total: found.size }
}

async function runRandom ({ selection, window }: RandomPlan, context: SearchContext, rows: Rows): Promise<Page> {
  const { type } = selection
  const found = await rows.all(selection)
  const ids = await selectIds(type, context, isAmong(type, found), orderBy(undefined), window)
  return { ids: Array.from(ids), total: found.size }
}
