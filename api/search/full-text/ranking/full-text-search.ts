import type { AnyColumn } from 'drizzle-orm'
import { isFound, type FullTextIndex, type FullTextScope } from '../../../../db/query/text/full-text.js'
import { readFullTextQuery, type FullTextQuery } from '../../../../db/query/tokens/full-text-query.js'
import { IndexedTexts } from '../../../../db/query/text/indexed-texts.js'
import { relevantDocuments, type RelevantDocuments } from '../../../../db/query/text/relevance.js'
import type { IdSet } from '../../../cache/id-set-cache.js'
import type { Query, QueryValue } from '../../../core/calls/call.js'
import { ParameterError } from '../../../core/calls/errors.js'
import { texts } from '../../../core/calls/query-input.js'
import { NOTHING } from '../../query/filters.js'
import type { SearchContext } from '../../context/context.js'
import type { Ids } from '../../context/ids.js'
import { CurrentTexts } from './current-texts.js'
import type { Filter, SearchableType } from '../../query/searchable.js'
import { trim } from '../../../values/text.js'

/** The filter `fulltext_search` for a type with a full-text index (docs/contract/search.md §8). */
export const fullTextFilter = (index: FullTextIndex, id: AnyColumn): Filter => (value, context) => {
  const text = textOf(value)
  if (text === undefined) return undefined
  const query = queryIn(text)
  return query === undefined ? NOTHING : isFound(index, id, query, scopeOf(index, context))
}

/** Maximal number of words in quotation marks: each is looked up in all documents, even if the others are in few. */
const MAX_QUOTED_WORDS = 200

/** @throws ParameterError for more than 200 words in quotation marks. */
function queryIn (text: string): FullTextQuery | undefined {
  const query = readFullTextQuery(text)
  const quoted = query?.phrases.reduce((sum, { variants }) => sum + variants[0]!.length, 0) ?? 0
  if (quoted > MAX_QUOTED_WORDS) {
    const message = `A search is for ${MAX_QUOTED_WORDS} words in quotation marks at the most.`
    throw new ParameterError('fulltext_search', message)
  }
  return query
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
 * The ranking of a search: by relevance only if the client requests no other order (docs/contract/search.md §8.3), and
 * not for scalars. The flags `…_default` mark an order in the query that is a default of the page, not a user's choice.
 */
export function rankingOf (index: FullTextIndex | undefined, query: Query): Ranking | undefined {
  const text = query.fulltext_search === undefined ? undefined : textOf(query.fulltext_search)
  const isDefault = (name: string): boolean =>
    query[`${name}_default`] !== undefined || query[name] === undefined || query[name] === ''
  if (index === undefined || text === undefined || !isDefault('sort_by') || (query.return_scalar ?? '') !== '') {
    return undefined
  }
  const read = queryIn(text)
  return (
    read && { index, query: read, direction: !isDefault('sort_order') && query.sort_order === 'asc' ? 'asc' : 'desc' }
  )
}

/** Whether a search uses the index only to rank resources, which also reads documents that are not indexed yet. */
export function onlyRanks ({ fullText }: Pick<SearchableType, 'fullText'>, query: Query): boolean {
  return fullText === 'fulltext' && query.cursor === undefined && query.facets === undefined &&
    rankingOf(fullText, query) !== undefined
}

/** Documents that a search has found: the first ones by their relevance, and the number of all. */
export interface Ranked extends IdSet { readonly ids: Int32Array, readonly total: number }

/**
 * The rows that match the words, ranked.
 *
 * @param among the subset of the ids that passes visibility and the other filters. @param most maximal number of rows.
 */
export async function rowsRanked (
  { index, query, direction }: Ranking, context: SearchContext, among: (ids: Int32Array) => Promise<Ids>, most: number
): Promise<Ranked> {
  const scope = scopeOf(index, context)
  const current = index === 'fulltext' && context.readsTexts === true ? await CurrentTexts.of(context, scope) : undefined
  const found = await relevantDocuments(current ?? new IndexedTexts(context.database, index, scope), query)
  return rankedBy(found, await among(found.ids), direction, most)
}

/**
 * Puts documents in the order of their relevance; ties are in ascending order of id.
 *
 * @param passing ids of the documents that the search finds. @param most maximal number of ids in the ranking.
 */
function rankedBy (
  { ids, relevance }: RelevantDocuments, passing: Ids, direction: 'asc' | 'desc', most: number
): Ranked {
  const positions = passing.positionsIn(ids)
  // Most documents share their relevance with many others, often with the one before them.
  const tied = new Map<number, number[]>()
  let last = NaN
  let equals: number[] = []
  for (let at = 0; at < positions.length; at++) {
    const key = relevance[positions[at]!]!
    if (key !== last) {
      equals = tied.get(last = key) ?? []
      if (equals.length === 0) tied.set(key, equals)
    }
    if (equals.length < most) equals.push(ids[positions[at]!]!)
  }
  const sign = direction === 'desc' ? -1 : 1
  const ranked: number[] = []
  for (const key of [...tied.keys()].sort((one, other) => sign * (one - other))) {
    if (ranked.length >= most) break
    for (const id of tied.get(key)!) ranked.push(id)
  }
  const first = Int32Array.from(ranked.slice(0, most))
  return { ids: first, total: positions.length, byteLength: first.byteLength }
}

/** Joins several texts, which are alternatives, by line breaks: a phrase does not continue across one. */
function textOf (value: QueryValue): string | undefined {
  return trim(texts(value).join('\n')) || undefined
}

/**
 * Hidden text is found only by viewers who may see everything, and private documents count for relevance only for
 * viewers who see all of them. If the installation is configured to disclose what the reference discloses, all viewers
 * find the hidden text of resources (docs/contract/search.md §8).
 */
function scopeOf (index: FullTextIndex, { viewer }: SearchContext): FullTextScope {
  const discloses = viewer.disclosesPrivate === true
  return index === 'fulltext'
    ? { withHidden: viewer.viewsAll || discloses, countsPrivate: viewer.viewsAll || discloses }
    : { withHidden: viewer.viewsAll, countsPrivate: viewer.isAdmin || discloses }
}
