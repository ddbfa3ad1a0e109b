import { and, type SQL } from 'drizzle-orm'
import { isOneOf } from '../../db/sqlite.js'
import type { Query } from '../call.js'
import { CachedRows } from './cached-rows.js'
import type { SearchContext } from './context.js'
import { DatabaseRows } from './database-rows.js'
import { runPlan } from './execute.js'
import type { Ids } from './ids.js'
import { isQuick } from './is-quick.js'
import { mayBeSlow, planSearch } from './plan.js'
import type { RowSource } from './row-source.js'
import type { SearchableType } from './searchable.js'
import { scopeOf, selectionOf } from './selection.js'
import type { SearchResult } from './tasks.js'
import { offload } from './worker/offload.js'

/**
 * Finds rows (docs/contract/search.md): plans the search, and runs the plan in this thread or in a worker.
 *
 * @param pageSize rows per page when the query does not say.
 * @throws ParameterError, BusyError
 */
export async function find (
  type: SearchableType,
  query: Query,
  context: SearchContext,
  pageSize: number
): Promise<SearchResult> {
  const plan = planSearch(type, query, context, pageSize)
  const here = async (): Promise<SearchResult> => await runPlan(plan, rowsOf(context))
  if (context.runInWorker === undefined || !mayBeSlow(plan)) return await here()
  if (plan.selection.filters !== undefined && await isQuick(type, query, context)) return await here()
  return await offload(type, query, context, { kind: 'find', pageSize }, here)
}

/** All rows that a search matches, as a condition, and their number. */
export async function findAll (
  type: SearchableType, query: Query, context: SearchContext
): Promise<{ where: SQL | undefined, total: number }> {
  const selection = selectionOf(type, query, context)
  const rows = rowsOf(context)
  if (selection.filters === undefined) return { where: selection.where, total: await rows.count(selection) }
  const found = await rows.matching(selection)
  // The condition includes visibility: a write may hide rows after the ids were found, and before the caller uses
  // them.
  return { where: and(scopeOf(type, context), isOneOf(type.table.id, Array.from(found.toArray()))), total: found.size }
}

/** Ids of all rows that a search matches. */
export async function findIds (type: SearchableType, query: Query, context: SearchContext): Promise<Ids> {
  const selection = selectionOf(type, query, context)
  const rows = rowsOf(context)
  const visible = selection.filters === undefined ? await rows.visible(type) : undefined
  return visible ?? await rows.matching(selection)
}

function rowsOf (context: SearchContext): RowSource {
  return context.cache === undefined ? new DatabaseRows(context) : new CachedRows(context, context.cache)
}
