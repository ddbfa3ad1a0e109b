import { Column, is, type SQL } from 'drizzle-orm'
import type { IgnoredKey, Query, QueryValue } from '../../core/calls/call.js'
import { BadRequestError } from '../../core/calls/errors.js'
import { toInteger } from '../../core/text/numbers.js'
import type { SearchContext } from '../context/context.js'
import type { Window } from '../context/ids.js'
import { collectIgnored, isNot, type Ignore } from '../context/ignored.js'
import { rankingOf, type Ranking } from '../full-text/ranking/full-text-search.js'
import { cursorPageOf, type CursorPage } from '../query/cursor.js'
import type { SearchableType } from '../query/searchable.js'
import { filtersOf, selectionOf, type Selection } from '../query/selection.js'
import { sortKeysOf, type SortKey } from '../query/sorting.js'

/** Members of every plan. */
interface Plan {
  readonly selection: Selection
  /** Parts of the query that have no effect. */
  readonly ignored: readonly IgnoredKey[]
}

/** There are no filters and an index gives the order: the database reads the page directly. */
export interface PagePlan extends Plan {
  readonly by: 'page'
  readonly keys: readonly SortKey[] | undefined
  readonly window: Window | undefined
}

/** The page begins after the row that a cursor points to. */
export interface CursorPlan extends Plan { readonly by: 'cursor', readonly page: CursorPage }

/** All matching rows are ranked by relevance; the page is cut out of them. */
export interface RelevancePlan extends Plan {
  readonly by: 'relevance'
  readonly ranking: Ranking
  /** The conditions of the other parameters. */
  readonly others: SQL | undefined
  readonly window: Window | undefined
}

/** All matching rows are found and sorted; the page is cut out of them. */
export interface SortPlan extends Plan {
  readonly by: 'sort'
  readonly keys: readonly SortKey[]
  /** Identifies the order in cache keys. */
  readonly order: string
  readonly window: Window | undefined
}

/** All matching rows are found; the page is a random choice of them. */
export interface RandomPlan extends Plan {
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
  if (!selection.isFiltered && (keys === undefined || isByColumns(keys))) return { by: 'page', ...found, keys }
  const ranking = query.fulltext_search === undefined ? undefined : rankingOf(type.fullText, query)
  if (ranking !== undefined) {
    const { fulltext_search: _, ...others } = query
    return { by: 'relevance', ...found, ranking, others: filtersOf(type, others, context) }
  }
  if (keys === undefined) return { by: 'random', ...found }
  return { by: 'sort', ...found, keys, order: JSON.stringify([query.sort_by, query.sort_order]) }
}

/** Whether running the plan may read so many rows that a worker should do it. */
export function mayBeSlow ({ by, selection }: SearchPlan): boolean {
  return by !== 'page' && (by !== 'cursor' || selection.isFiltered)
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
