import type { AnyColumn, SQL } from 'drizzle-orm'
import { isFound, relevanceTo, rowsFound, type FullTextIndex, type FullTextScope } from '../../db/search/full-text.js'
import { readFullTextQuery } from '../../db/search/full-text-query.js'
import type { Query, QueryValue } from '../call.js'
import { NOTHING, texts } from '../filters.js'
import type { ReadContext } from '../representation/read-context.js'
import type { Filter } from '../resource-type.js'
import { trim } from '../values/text.js'

/** `fulltext_search` on rows that an index describes (contract/search.md §8). */
export const fullTextFilter = (index: FullTextIndex, id: AnyColumn): Filter => (value, context) => {
  const text = textOf(value)
  if (text === undefined) return undefined
  const query = readFullTextQuery(text)
  return query === undefined ? NOTHING : isFound(index, id, query, scopeOf(index, context))
}

/** On the union of resources it finds nothing: index rows are stored under the concrete types. */
export const finderOfNothing: Filter = (value) => textOf(value) === undefined ? undefined : NOTHING

/** Where what is found is put in the order of its relevance. */
export interface Ranking {
  /** Gives the `id` of each row that the words find, whoever may see it. */
  rows: SQL
  direction: 'asc' | 'desc'
  relevance: (id: number) => number
}

/**
 * How a search is ranked: by relevance only if it asks for no order (contract/search.md §8.3), and not for scalars.
 * The flags `…_default` say that an order that stands in the query was not asked for.
 */
export async function rankingOf (index: FullTextIndex | undefined, query: Query, context: ReadContext): Promise<Ranking | undefined> {
  const text = query.fulltext_search === undefined ? undefined : textOf(query.fulltext_search)
  const isDefault = (name: string): boolean => query[`${name}_default`] !== undefined || query[name] === undefined || query[name] === ''
  if (index === undefined || text === undefined || !isDefault('sort_by') || (query.return_scalar ?? '') !== '') return undefined
  const read = readFullTextQuery(text)
  if (read === undefined) return undefined
  const scope = scopeOf(index, context)
  return {
    rows: rowsFound(index, read, scope),
    direction: !isDefault('sort_order') && query.sort_order === 'asc' ? 'asc' : 'desc',
    relevance: await relevanceTo(context.database, index, read, scope)
  }
}

/** A part of `ids`, which are in ascending order, by relevance; ties stay in ascending order. */
export function ranked (ids: readonly number[], { direction, relevance }: Ranking, { offset, limit }: { offset: number, limit?: number | undefined }): number[] {
  const sign = direction === 'desc' ? -1 : 1
  const keys = Float64Array.from(ids, (id) => sign * relevance(id))
  const end = Math.min(ids.length, offset + (limit ?? ids.length))
  if (end <= offset) return []
  // Only what comes before the end of the page is sorted: all that is better than the last key, and as many of its ties as fit.
  const last = keys.slice().sort()[end - 1]!
  const better: number[] = []
  const tied: number[] = []
  for (let at = 0; at < ids.length; at++) {
    if (keys[at]! < last) better.push(at)
    else if (keys[at] === last) tied.push(at)
  }
  better.sort((a, b) => keys[a]! - keys[b]! || a - b)
  return [...better, ...tied].slice(offset, end).map((at) => ids[at]!)
}

/** Several texts mean any of them; a phrase does not go on from one to the next. */
function textOf (value: QueryValue): string | undefined {
  return trim(texts(value).join('\n')) || undefined
}

/**
 * Where hidden text is found. On pages only by those who see everything. On resources, as in the reference, by everyone
 * (contract/search.md §8.1), unless the installation says otherwise.
 */
function scopeOf (index: FullTextIndex, { viewer, hidesPrivateText }: ReadContext): FullTextScope {
  return { withHidden: viewer.viewsAll || (index === 'fulltext' && !hidesPrivateText) }
}
