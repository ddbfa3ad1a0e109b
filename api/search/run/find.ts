import type { Query } from '../../core/calls/call.js'
import { CachedRows } from './cached-rows.js'
import type { SearchContext } from '../context/context.js'
import { DatabaseRows } from '../sets/database-rows.js'
import { allOf, runPlan } from './execute.js'
import { Ids } from '../context/ids.js'
import { isQuick } from './is-quick.js'
import { mayBeSlow, planSearch, type SearchPlan } from './plan.js'
import type { RowSource } from '../sets/row-source.js'
import type { SearchableType } from '../query/searchable.js'
import { selectionOf } from '../query/selection.js'
import type { SearchResult } from '../context/tasks.js'
import { offload } from '../query/offload.js'

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
