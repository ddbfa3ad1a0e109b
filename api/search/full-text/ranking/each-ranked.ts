import type { RelevantDocuments } from '../../../../db/query/text/relevance.js'
import type { Ids } from '../../context/ids.js'
import type { Window } from '../../context/window.js'
import type { Ranked } from './ranked-documents.js'

/** Documents that a search has found, with the relevance of each. */
export class EachRanked implements Ranked {
  /** @param ids ascending. */
  private constructor (readonly ids: Int32Array, readonly relevance: Float64Array) {}

  /** @param passing ids of the documents that the search finds. */
  static of ({ ids, relevance }: RelevantDocuments, passing: Ids): EachRanked {
    const positions = passing.positionsIn(ids)
    const found = new Int32Array(positions.length)
    const keys = new Float64Array(positions.length)
    for (let at = 0; at < positions.length; at++) {
      found[at] = ids[positions[at]!]!
      keys[at] = relevance[positions[at]!]!
    }
    return new EachRanked(found, keys)
  }

  get total (): number {
    return this.ids.length
  }

  get byteLength (): number {
    return this.ids.byteLength + this.relevance.byteLength
  }

  page (direction: 'asc' | 'desc', { offset, limit }: Window): number[] {
    const end = Math.min(this.total, offset + (limit ?? this.total))
    if (end <= offset) return []
    const sign = direction === 'desc' ? -1 : 1
    const keys = this.relevance.map((key) => sign * key)
    const last = keys.slice().sort()[end - 1]!
    const better: number[] = []
    const tied: number[] = []
    for (let at = 0; at < keys.length; at++) {
      if (keys[at]! < last) better.push(at)
      else if (keys[at] === last && tied.length < end) tied.push(at)
    }
    better.sort((one, other) => keys[one]! - keys[other]! || one - other)
    return [...better, ...tied].slice(offset, end).map((at) => this.ids[at]!)
  }
}
