import { positionOf } from '../../../../db/keys/ascending.js'
import type { MatchingDocuments, RelevantDocuments } from '../../../../db/query/text/relevance.js'
import type { IdSet } from '../../../cache/id-set-cache.js'
import type { Ids, Window } from '../../context/ids.js'

/** Rough size in bytes of a typed array besides its content: the view, the buffer, and the allocator's overhead. */
const ARRAY_BYTES = 300

/** Shared by all classes without documents, because there are many. */
const NO_IDS = new Int32Array()

/** A document that moves from one class to another. Class 0 means not found. */
export interface Move { readonly id: number, readonly from: number, readonly to: number }

/** Documents that a search has found, by their relevance. */
export interface Ranked extends IdSet {
  readonly total: number
  /** A page, sorted by relevance; ties are in ascending order of id. */
  page (direction: 'asc' | 'desc', window: Window): number[]
}

/** Documents that a search has found, in classes of equal relevance. */
export class RankedDocuments implements Ranked {
  readonly total: number

  /**
   * @param heads the first ids of each class, ascending. @param sizes number of ids in each class.
   * @param relevance of each class. @param most maximal number of ids in a head.
   */
  constructor (
    readonly heads: readonly Int32Array[],
    readonly sizes: Int32Array,
    readonly relevance: Float64Array,
    readonly most: number
  ) {
    this.total = sizes.reduce((sum, size) => sum + size, 0)
  }

  /**
   * @param passing ids of the documents that the search finds. @param relevance of each class. @param most maximal
   *   number of ids stored per class: no page ends later.
   */
  static of (
    { ids, classOf }: MatchingDocuments, passing: Ids, relevance: Float64Array, most: number
  ): RankedDocuments {
    const lists: number[][] = Array.from(relevance, () => [])
    const sizes = new Int32Array(relevance.length)
    const positions = passing.positionsIn(ids)
    for (let at = 0; at < positions.length; at++) {
      const position = positions[at]!
      const number = classOf[position]!
      if (++sizes[number]! <= most) lists[number]!.push(ids[position]!)
    }
    const heads = lists.map((list) => list.length === 0 ? NO_IDS : Int32Array.from(list))
    return new RankedDocuments(heads, sizes, relevance, most)
  }

  /**
   * Patches the ranking; undefined when the first ids of a class are no longer known.
   *
   * @param classes current number of classes.
   */
  changed (moves: readonly Move[], classes: number): RankedDocuments | undefined {
    const heads = [...this.heads]
    while (heads.length < classes) heads.push(NO_IDS)
    const sizes = new Int32Array(classes)
    sizes.set(this.sizes)
    for (const { id, from, to } of moves) {
      if (from > 0) {
        const head = heads[from]!
        const at = positionOf(head, id)
        // If the id is behind the head, another id or none is at this position.
        if (head[at] === id) {
          if (head.length < sizes[from]!) return undefined
          heads[from] = head.filter((one) => one !== id)
        }
        sizes[from]!--
      }
      if (to > 0) {
        const head = heads[to]!
        const at = positionOf(head, id)
        if (at < head.length || head.length === sizes[to]) {
          const longer = new Int32Array(head.length + 1)
          longer.set(head.subarray(0, at))
          longer[at] = id
          longer.set(head.subarray(at), at + 1)
          heads[to] = longer.subarray(0, Math.min(longer.length, this.most))
        }
        sizes[to]!++
      }
    }
    return new RankedDocuments(heads, sizes, this.relevance, this.most)
  }

  /** This ranking with new relevances of its classes. */
  with (relevance: Float64Array): RankedDocuments {
    return new RankedDocuments(this.heads, this.sizes, relevance, this.most)
  }

  /** Rough size in memory. */
  get byteLength (): number {
    let bytes = this.sizes.byteLength + this.relevance.byteLength
    for (const head of this.heads) bytes += head.length === 0 ? 0 : ARRAY_BYTES + head.byteLength
    return bytes
  }

  page (direction: 'asc' | 'desc', { offset, limit }: Window): number[] {
    const end = Math.min(this.total, offset + (limit ?? this.total))
    const page: number[] = []
    let position = 0
    for (const tied of this.#tied(direction)) {
      if (position >= end) break
      const size = tied.reduce((sum, number) => sum + this.sizes[number]!, 0)
      if (position + size > offset) {
        const ids = this.#first(tied)
        for (let at = Math.max(0, offset - position); at < Math.min(size, end - position); at++) page.push(ids[at]!)
      }
      position += size
    }
    return page
  }

  /** Classes of the same relevance together, in order. */
  #tied (direction: 'asc' | 'desc'): number[][] {
    const { sizes, relevance } = this
    const sign = direction === 'desc' ? -1 : 1
    const order: number[] = []
    for (let number = 0; number < sizes.length; number++) if (sizes[number]! > 0) order.push(number)
    order.sort((one, other) => sign * (relevance[one]! - relevance[other]!))
    const together: number[][] = []
    for (const number of order) {
      const last = together.at(-1)
      if (last !== undefined && relevance[last[0]!] === relevance[number]) last.push(number)
      else together.push([number])
    }
    return together
  }

  /** The merged heads of some classes. */
  #first (numbers: readonly number[]): Int32Array {
    if (numbers.length === 1) return this.heads[numbers[0]!]!
    const ids = new Int32Array(numbers.reduce((sum, number) => sum + this.heads[number]!.length, 0))
    let length = 0
    for (const number of numbers) {
      ids.set(this.heads[number]!, length)
      length += this.heads[number]!.length
    }
    return ids.sort()
  }
}

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
