import { and, type AnyColumn, type SQL } from 'drizzle-orm'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { isFound, type FullTextScope } from '../../../../db/query/text/full-text.js'
import type { FullTextIndex } from '../../../../db/query/tokens/full-text-tokens.js'
import { readFullTextQuery, type FullTextQuery } from '../../../../db/query/tokens/full-text-query.js'
import { IndexedTexts } from '../../../../db/query/text/indexed-texts.js'
import { relevantDocuments, type RelevantDocuments } from '../../../../db/query/text/relevance.js'
import type { IdSet } from '../../../cache/id-set-cache.js'
import type { Query, QueryValue } from '../../../core/calls/call.js'
import { ParameterError } from '../../../core/calls/errors.js'
import { texts, trim } from '../../../core/calls/given.js'
import { NOTHING } from '../../query/filters.js'
import type { SearchContext } from '../../context/context.js'
import { Ids } from '../../context/ids.js'
import { CurrentTexts } from './current-texts.js'
import type { Filter, SearchableType } from '../../query/searchable.js'
import { scopeOf, selectIds, type Selection } from '../../query/selection.js'
import { cached, visibleIds, visibleIfCached } from '../../sets/sets.js'

/** The filter `fulltext_search` for a type with a full-text index (docs/contract/search.md §8). */
export const fullTextFilter = (index: FullTextIndex, id: AnyColumn): Filter => (value, context) => {
  const text = textOf(value)
  if (text === undefined) return undefined
  const query = queryIn(text)
  return query === undefined ? NOTHING : isFound(index, id, query, textScopeOf(index, context))
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

/** For more hits than this, one list of all visible ids is faster than a lookup of each hit. */
const LOOKUP_MAX_HITS = 2000

/** Pages that end at this row or earlier are taken from a ranking of so many rows. */
const RANKING_HEAD_ROWS = 500

/** The matching rows up to `end` by their relevance. @param others conditions besides the words. */
export async function ranked (
  { type, key }: Selection, { index, query, direction }: Ranking, others: SQL | undefined, end: number,
  context: SearchContext
): Promise<Ranked> {
  // All pages near the beginning share one ranking.
  const most = end <= RANKING_HEAD_ROWS ? RANKING_HEAD_ROWS : Infinity
  return await cached(context, context.viewer, `${key} ${direction} ranked to ${most}`, async () => {
    const scope = textScopeOf(index, context)
    const current = index === 'fulltext' && context.readsTexts === true
      ? await CurrentTexts.of(context, scope)
      : undefined
    const found = await relevantDocuments(current ?? new IndexedTexts(context.database, index, scope), query)
    return rankedBy(found, await passing(type, found.ids, others, context), direction, most)
  })
}

/** A set that has those of the ids which pass visibility and the other conditions. */
async function passing (
  type: SearchableType, ids: Int32Array, others: SQL | undefined, context: SearchContext
): Promise<Ids> {
  const all = others !== undefined
    ? undefined
    : await (ids.length > LOOKUP_MAX_HITS ? visibleIds(type, context) : visibleIfCached(type, context))
  if (all !== undefined) return all
  const among = isOneOf(type.table.id, Array.from(ids))
  return Ids.of(await selectIds(type, context, and(scopeOf(type, context), others, among)))
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
function textScopeOf (index: FullTextIndex, { viewer }: SearchContext): FullTextScope {
  const discloses = viewer.disclosesPrivate === true
  return index === 'fulltext'
    ? { withHidden: viewer.viewsAll || discloses, countsPrivate: viewer.viewsAll || discloses }
    : { withHidden: viewer.viewsAll, countsPrivate: viewer.isAdmin || discloses }
}
