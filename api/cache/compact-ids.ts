import type { Ids } from '../../db/changes/change-log.js'

/** Ids in as little memory as they can be searched in quickly. */
export interface CompactIds extends Ids {
  /** Bytes that they take, roughly. */
  readonly byteLength: number
}

/** Up to so many are kept as an array, which takes a third of the memory of a set, and is searched as quickly. */
const FEW = 24

/** Rough size of what is kept as an array, in bytes, without its entries. */
const OF_ARRAY = 90

class FewIds implements CompactIds {
  readonly #ids: readonly number[]
  /** For each id a bit that its last five bits choose: most others are told from it without a search. */
  readonly #bits: number

  constructor (ids: ReadonlySet<number>) {
    this.#ids = [...ids]
    this.#bits = this.#ids.reduce((bits, id) => bits | 1 << id, 0)
  }

  get size (): number {
    return this.#ids.length
  }

  get byteLength (): number {
    return OF_ARRAY + 8 * this.size
  }

  has (id: number): boolean {
    return (this.#bits & 1 << id) !== 0 && this.#ids.includes(id)
  }

  [Symbol.iterator] (): ArrayIterator<number> {
    return this.#ids[Symbol.iterator]()
  }
}

class ManyIds extends Set<number> implements CompactIds {
  get byteLength (): number {
    return 40 * this.size
  }
}

/** The same ids, to be kept for long. */
export function compactIds (ids: ReadonlySet<number>): CompactIds {
  return ids.size > FEW ? new ManyIds(ids) : new FewIds(ids)
}
