import { Column, is, type SQL } from 'drizzle-orm'
import type { Query } from '../call.js'
import type { SearchContext } from './context.js'
import { cursorPageOf, type CursorPage } from './cursor.js'
import { rankingOf, type Ranking } from './full-text/full-text-search.js'
import type { SearchableType } from './searchable.js'
import { filtersOf, selectionOf, type Selection } from './selection.js'
import { sortKeysOf, type SortKey } from './sorting.js'
import { windowOf, type Window } from './window.js'

/** There are no filters and an index gives the order: the database reads the page directly. */
export interface PagePlan {
  readonly by: 'page'
  readonly selection: Selection
  readonly keys: readonly SortKey[] | undefined
  readonly window: Window | undefined
}

/** The page begins after the row that a cursor points to. */
export interface CursorPlan { readonly by: 'cursor', readonly selection: Selection, readonly page: CursorPage }

/** All matching rows are ranked by relevance; the page is cut out of them. */
export interface RelevancePlan {
  readonly by: 'relevance'
  readonly selection: Selection
  readonly ranking: Ranking
  /** The conditions of the other parameters. */
  readonly others: SQL | undefined
  readonly window: Window | undefined
}

/** All matching rows are found and sorted; the page is cut out of them. The sorted ids are cached for other pages. */
export interface SortPlan {
  readonly by: 'sort'
  readonly selection: Selection
  readonly keys: readonly SortKey[]
  /** Identifies the order in cache keys. */
  readonly order: string
  readonly window: Window | undefined
}

/** All matching rows are found; the page is a random choice of them. */
export interface RandomPlan {
  readonly by: 'random'
  readonly selection: Selection
  readonly window: Window | undefined
}

/** Which rows a search matches, their order, the page, and the way to find them. */
export type SearchPlan = PagePlan | CursorPlan | RelevancePlan | SortPlan | RandomPlan

/**
 * Makes a plan of a query, without access to the database.
 *
 * @param pageSize rows per page when the query does not say.
 * @throws ParameterError, BadRequestError for parameters that cannot be understood.
 */
export function planSearch (type: SearchableType, query: Query, context: SearchContext, pageSize: number): SearchPlan {
  const keys = sortKeysOf(type, query, context)
  const page = cursorPageOf(type, query, context, keys, pageSize)
  // A cursor cannot continue a ranking: relevance changes with every write.
  if (page !== undefined) return { by: 'cursor', selection: selectionOf(type, query, context), page }
  const window = windowOf(query, pageSize)
  const ranking = rankingOf(type.fullText, query)
  const selection = selectionOf(type, query, context)
  if (!selection.isFiltered && (keys === undefined || isByColumns(keys))) {
    return { by: 'page', selection, keys, window }
  }
  if (ranking !== undefined) {
    const { fulltext_search: _, ...others } = query
    return { by: 'relevance', selection, ranking, others: filtersOf(type, others, context), window }
  }
  if (keys === undefined) return { by: 'random', selection, window }
  return { by: 'sort', selection, keys, order: JSON.stringify([query.sort_by, query.sort_order]), window }
}

/** Whether running the plan may read so many rows that a worker should do it. */
export function mayBeSlow ({ by, selection }: SearchPlan): boolean {
  return by !== 'page' && (by !== 'cursor' || selection.isFiltered)
}

/** Columns may have an index that gives the order; expressions have none. */
function isByColumns (keys: readonly SortKey[]): boolean {
  return keys.every(({ key }) => is(key, Column))
}
