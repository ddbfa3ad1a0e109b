import type { Query } from '../../core/calls/call.js'
import { CachedRows } from './cached-rows.js'
import type { SearchContext, SearchResult } from '../context/context.js'
import { DatabaseRows } from '../sets/database-rows.js'
import { Ids } from '../context/ids.js'
import {
  mayBeSlow, planSearch, type SearchPlan, type CursorPlan, type PagePlan, type RandomPlan, type RelevancePlan,
  type SortPlan
} from './plan.js'
import type { RowSource } from '../sets/row-source.js'
import type { SearchableType } from '../query/searchable.js'
import { selectionOf, type Selection } from '../query/selection.js'
import { offload } from '../query/offload.js'
import type { SortKey } from '../query/sorting.js'
import { matchesFew } from '../query/value-query.js'

/**
 * Finds rows (docs/contract/search.md): plans the search, and runs the plan in this thread or in a worker.
 *
 * @param pageSize rows per page if the query has no `per_page`.
 * @throws ParameterError, BusyError
 */
export async function find (
  type: SearchableType,
  query: Query,
  context: SearchContext,
  pageSize: number
): Promise<SearchResult> {
  const plan = planSearch(type, query, context, pageSize)
  const ignored = [...plan.ignored, ...plan.ignoredPaging]
  return { ...await findPage(plan, query, context, pageSize), ...(ignored.length > 0 && { ignored }) }
}

/** Runs a plan in this thread or in a worker. */
async function findPage (
  plan: SearchPlan, query: Query, context: SearchContext, pageSize: number
): Promise<SearchResult> {
  const { type, isFiltered } = plan.selection
  const here = async (): Promise<SearchResult> => await runPlan(plan, rowsOf(context))
  if (context.runInWorker === undefined || !mayBeSlow(plan)) return await here()
  if (isFiltered && await isQuick(type, query, context)) return await here()
  return await offload(type, query, context, { kind: 'find', pageSize }, here)
}

/** Finds rows; called in a worker, on behalf of the main thread. */
export async function findForOthers (
  type: SearchableType, query: Query, context: SearchContext, pageSize: number
): Promise<SearchResult> {
  return await runPlan(planSearch(type, query, context, pageSize), rowsOf(context))
}

/** Ids of all rows that a search matches. */
export async function findIds (type: SearchableType, query: Query, context: SearchContext): Promise<Ids> {
  return await allOf(selectionOf(type, query, context), rowsOf(context))
}

/**
 * All rows that a search matches, found in a worker, which has the sets of ids in its cache.
 *
 * @returns undefined when finding them in this thread is as fast: without filters, or when few match.
 */
export async function findIdsElsewhere (
  type: SearchableType, query: Query, context: SearchContext
): Promise<Ids | undefined> {
  if (context.runInWorker === undefined || await isQuick(type, query, context)) return undefined
  return Ids.received(
    await offload(type, query, context, { kind: 'match' }, async () => await findIds(type, query, context))
  )
}

function rowsOf (context: SearchContext): RowSource {
  return context.cache === undefined ? new DatabaseRows(context) : new CachedRows(context, context.cache)
}

/** Up to this many rows are sorted by the database, which looks up the key of each. */
const SORT_IN_SQL_MAX_ROWS = 500

/** Runs a plan. */
export async function runPlan (plan: SearchPlan, rows: RowSource): Promise<SearchResult> {
  switch (plan.by) {
    case 'page': return await runPage(plan, rows)
    case 'cursor': return await runCursor(plan, rows)
    case 'relevance': return await runRelevance(plan, rows)
    case 'sort': return await runSort(plan, rows)
    case 'random': return await runRandom(plan, rows)
  }
}

async function runPage ({ selection, keys, window }: PagePlan, rows: RowSource): Promise<SearchResult> {
  const isById = keys?.length === 1
  const visible = isById ? await rows.visibleForPage(selection, window) : undefined
  if (visible !== undefined) {
    return { ids: visible.in(window, keys![0]!.direction), total: visible.size }
  }
  const ids = await rows.page(selection, keys, window)
  // A first page that is not full holds all matches.
  const isAll =
    window === undefined || (window.offset === 0 && (window.limit === undefined || ids.length < window.limit))
  return { ids, total: isAll ? ids.length : await rows.count(selection) }
}

async function runCursor ({ selection, page }: CursorPlan, rows: RowSource): Promise<SearchResult> {
  if (selection.isFiltered) {
    const found = await rows.matching(selection)
    return { ...await rows.pageAfter(selection, page, found), total: found.size }
  }
  const part = await rows.pageAfter(selection, page)
  const isAll = page.after === undefined && part.ids.length < page.size
  return { ...part, total: isAll ? part.ids.length : await rows.count(selection) }
}

async function runRelevance (
  { selection, ranking, others, window = { offset: 0, limit: undefined } }: RelevancePlan,
  rows: RowSource
): Promise<SearchResult> {
  const end = window.offset + (window.limit ?? Infinity)
  const ranked = await rows.ranked(selection, ranking, others, async () => await rows.visible(selection.type), end)
  return { ids: ranked.page(ranking.direction, window), total: ranked.total }
}

async function runSort ({ selection, keys, order, window }: SortPlan, rows: RowSource): Promise<SearchResult> {
  const found = await allOf(selection, rows)
  const total = found.size
  const [first, second, ...rest] = keys as [SortKey, ...SortKey[]]
  const { direction } = first
  if (second === undefined) return { ids: found.in(window, direction), total }
  const isNamed = (first.propertyId ?? first.name) !== undefined
  // The list of all rows breaks ties by id, in the same direction as its key; other tie-breakers need the database.
  if (total > SORT_IN_SQL_MAX_ROWS && isNamed && rest.length === 0 && second.direction === direction) {
    return { ids: await rows.inOrder(selection, found, first, window), total }
  }
  return { ids: await rows.byKeys(selection, found, keys, order, window), total }
}

async function runRandom ({ selection, window }: RandomPlan, rows: RowSource): Promise<SearchResult> {
  const found = await allOf(selection, rows)
  return { ids: await rows.pageOf(selection.type, found, undefined, window), total: found.size }
}

/** Ids of all rows that a search matches. */
export async function allOf (selection: Selection, rows: RowSource): Promise<Ids> {
  const visible = selection.isFiltered ? undefined : await rows.visible(selection.type)
  return visible ?? await rows.matching(selection)
}

/**
 * Whether a search is faster in this thread than sending it to a worker: it has no filter but `property`, and an index
 * shows that few values match.
 */
export async function isQuick (type: SearchableType, query: Query, context: SearchContext): Promise<boolean> {
  for (const name of Object.keys(type.filters)) if (query[name] !== undefined && name !== 'property') return false
  return query.property === undefined || await matchesFew(query.property, context)
}
