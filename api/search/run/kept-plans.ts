import type { Query } from '../../core/calls/call.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import type { SearchContext } from '../context/context.js'
import { planSearch, type SearchPlan } from './plan.js'
import type { SearchableType } from '../query/searchable.js'
import { readWindow } from '../context/window.js'

/** Plans that are kept, of one to fifteen kilobytes each; and the longest query of one, in characters. */
const MOST = 200
const LONGEST = 500

/** Plans that are kept in a thread for searches, which are those of what is asked often. */
export const MOST_IN_THREAD = 50

interface Kept { readonly terms: SearchContext['terms'], readonly plan: SearchPlan }

const plans = new WeakMap<AnswerCache, Map<string, Kept>>()

/**
 * Plans a query like `planSearch`, which takes longer than to find out that a write has changed nothing of its answer.
 * A query that is asked again gets the very same plan, so that its statements are compiled once
 * (db/query/statements/select-by-ids.ts). So do its pages, but for the window.
 */
export function keptPlan (
  type: SearchableType, query: Query, context: SearchContext, pageSize: number, most = MOST
): SearchPlan {
  const { cache, terms, viewer } = context
  const plan = (): SearchPlan => planSearch(type, query, context, pageSize)
  // Filters that an application adds may decide by whatever they like, and cursors are read.
  if (cache === undefined || type.isExtension === true || query.cursor !== undefined) return plan()
  const { page: _page, per_page: _size, offset: _offset, limit: _limit, ...others } = query
  const key = JSON.stringify([type.name, viewer, others])
  if (key.length > LONGEST) return plan()
  let known = plans.get(cache)
  if (known === undefined) plans.set(cache, known = new Map())
  const present = known.get(key)
  // The one that was used last is the last.
  if (present !== undefined) known.delete(key)
  else if (known.size >= most) known.delete(known.keys().next().value!)
  // Terms are loaded again when anything has changed that conditions may depend on besides the query.
  const made = present?.terms === terms ? withWindow(present.plan, query, pageSize) : plan()
  known.set(key, { terms, plan: made })
  return made
}

/** The same plan for another page. */
function withWindow (plan: SearchPlan, query: Query, pageSize: number): SearchPlan {
  if (plan.by === 'cursor') return plan
  const { window, ignored: ignoredPaging } = readWindow(query, pageSize)
  return { ...plan, window, ignoredPaging }
}
