import type { AnyColumn } from 'drizzle-orm'
import { isFound, type FullTextIndex, type FullTextScope } from '../../../db/search/full-text.js'
import { readFullTextQuery, type FullTextQuery } from '../../../db/search/full-text-query.js'
import { IndexedTexts } from '../../../db/search/indexed-texts.js'
import { documentsRanked, type RankedIds } from '../../../db/search/relevance.js'
import type { Query, QueryValue } from '../../call.js'
import { NOTHING, texts } from '../filters.js'
import type { SearchContext } from '../context.js'
import type { Window } from '../window.js'
import type { Ids } from '../ids.js'
import { BestRows } from './best-rows.js'
import { CurrentTexts } from './current-texts.js'
import type { Filter, SearchableType } from '../searchable.js'
import { trim } from '../../values/text.js'

/** The filter `fulltext_search` for a type with a full-text index (docs/contract/search.md §8). */
export const fullTextFilter = (index: FullTextIndex, id: AnyColumn): Filter => (value, context) => {
  const text = textOf(value)
  if (text === undefined) return undefined
  const query = readFullTextQuery(text)
  return query === undefined ? NOTHING : isFound(index, id, query, scopeOf(index, context))
}

/** `fulltext_search` of `/api/resources` finds nothing, as in the reference, which indexes the other types only. */
export const matchesNothing: Filter = (value) => textOf(value) === undefined ? undefined : NOTHING

/** What sorting by relevance needs: an index and its query. */
export interface Ranking {
  readonly index: FullTextIndex
  readonly query: FullTextQuery
  readonly direction: 'asc' | 'desc'
}

/**
 * The ranking of a search: by relevance only if the client asks for no other order (docs/contract/search.md §8.3), and
 * not for scalars. The flags `…_default` say that the order in the query is a default of the page, not a wish.
 */
export function rankingOf (index: FullTextIndex | undefined, query: Query): Ranking | undefined {
  const text = query.fulltext_search === undefined ? undefined : textOf(query.fulltext_search)
  const isDefault = (name: string): boolean =>
    query[`${name}_default`] !== undefined || query[name] === undefined || query[name] === ''
  if (index === undefined || text === undefined || !isDefault('sort_by') || (query.return_scalar ?? '') !== '') {
    return undefined
  }
  const read = readFullTextQuery(text)
  return (
    read && { index, query: read, direction: !isDefault('sort_order') && query.sort_order === 'asc' ? 'asc' : 'desc' }
  )
}

/** Whether all that a search needs of the index is the ranking of resources, which reads what is not indexed yet. */
export function onlyRanks ({ fullText }: Pick<SearchableType, 'fullText'>, query: Query): boolean {
  return fullText === 'fulltext' && query.cursor === undefined && query.facets === undefined &&
    rankingOf(fullText, query) !== undefined
}

/** All rows that match the words. @param among gives those of the ids that meet all other conditions. */
export async function rowsRanked (
  { index, query }: Ranking,
  context: SearchContext,
  among: (ids: Int32Array) => Promise<Ids>
): Promise<RankedIds> {
  const scope = scopeOf(index, context)
  const current = index === 'fulltext' && context.readsTexts === true ? await CurrentTexts.of(context, scope) : undefined
  const found = await documentsRanked(current ?? new IndexedTexts(context.database, index, scope), query)
  const positions = (await among(found.ids)).positionsIn(found.ids)
  const ids = new Int32Array(positions.length)
  const relevance = new Float64Array(positions.length)
  for (let at = 0; at < positions.length; at++) {
    ids[at] = found.ids[positions[at]!]!
    relevance[at] = found.relevance[positions[at]!]!
  }
  return { ids, relevance }
}

/** A page of the rows, sorted by relevance; ties are in ascending order of id. */
export function rankedPage (
  { ids, relevance }: RankedIds,
  { direction }: Ranking,
  { offset, limit }: Window = { offset: 0, limit: undefined }
): number[] {
  const end = Math.min(ids.length, offset + (limit ?? ids.length))
  if (end <= offset) return []
  const sign = direction === 'desc' ? -1 : 1
  const best = end <= NEAR ? bestOf(relevance, sign, end) : sorted(relevance, sign, end)
  const page: number[] = []
  for (let at = offset; at < end; at++) page.push(ids[best[at]!]!)
  return page
}

/** Up to this end of a page the best rows are picked out; of more, all are sorted. */
const NEAR = 500

/** Positions of the best rows, in order, found in one pass. @param sign -1: the most relevant come first. */
function bestOf (relevance: Float64Array, sign: number, end: number): number[] {
  const best = new BestRows(relevance, sign, end)
  let { worst } = best
  for (let at = end; at < relevance.length; at++) {
    if (sign * relevance[at]! >= worst) continue
    best.replaceWorst(at)
    worst = best.worst
  }
  return best.inOrder()
}

/** The same by sorting: first those better than the last on the page, then those equal to it. */
function sorted (relevance: Float64Array, sign: number, end: number): number[] {
  const keys = relevance.map((key) => sign * key)
  const last = keys.slice().sort()[end - 1]!
  const better: number[] = []
  const tied: number[] = []
  for (let at = 0; at < keys.length; at++) {
    if (keys[at]! < last) better.push(at)
    else if (keys[at] === last) tied.push(at)
  }
  better.sort((a, b) => keys[a]! - keys[b]! || a - b)
  return [...better, ...tied]
}

/** Joins several texts, which are alternatives, by line breaks: a phrase does not continue across one. */
function textOf (value: QueryValue): string | undefined {
  return trim(texts(value).join('\n')) || undefined
}

/**
 * Hidden text is found only by viewers who may see everything, and private documents count for relevance only for those
 * who see all of them. If the installation is configured to disclose what the reference discloses, everybody finds the
 * hidden text of resources (docs/contract/search.md §8).
 */
function scopeOf (index: FullTextIndex, { viewer }: SearchContext): FullTextScope {
  const discloses = viewer.disclosesPrivate === true
  return index === 'fulltext'
    ? { withHidden: viewer.viewsAll || discloses, countsPrivate: viewer.viewsAll || discloses }
    : { withHidden: viewer.viewsAll, countsPrivate: viewer.isAdmin || discloses }
}
