import type { RelevantDocuments } from '../../../../db/query/text/relevance.js'
import type { IdSet } from '../../../cache/id-set-cache.js'
import type { Ids } from '../../context/ids.js'

/** Documents that a search has found: the first ones by their relevance, and the number of all. */
export interface Ranked extends IdSet { readonly ids: Int32Array, readonly total: number }

/**
 * Puts documents in the order of their relevance; ties are in ascending order of id.
 *
 * @param passing ids of the documents that the search finds. @param most maximal number of ids in the ranking.
 */
export function rankedBy (
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
