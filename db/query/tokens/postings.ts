import { positionOf } from '../../keys/ascending.js'

/** Largest count that fits in a byte. */
const MAX_BYTE_COUNT = 255

/** A posting list: the documents that contain a token, and the number of occurrences in each. Immutable. */
export class Postings {
  /** @param ids of documents, ascending. @param counts number of occurrences in each. */
  private constructor (readonly ids: Int32Array, readonly counts: Uint8Array | Uint32Array) {}

  /** @param given ids, ascending, possibly repeated. @param totals number of occurrences for each; absent: one. */
  static of (given: ArrayLike<number>, totals?: ArrayLike<number>): Postings {
    const ids = new Int32Array(given.length)
    const counts = new Uint32Array(given.length)
    let length = 0
    for (let at = 0; at < given.length; at++) {
      if (given[at] !== given[at - 1]) ids[length++] = given[at]!
      counts[length - 1]! += totals === undefined ? 1 : totals[at]!
    }
    return Postings.#compact(ids.slice(0, length), counts.subarray(0, length))
  }

  static #compact (ids: Int32Array, counts: Uint32Array): Postings {
    const isNarrow = counts.every((count) => count <= MAX_BYTE_COUNT)
    return new Postings(ids, isNarrow ? Uint8Array.from(counts) : counts.slice())
  }

  /** Size in memory. */
  get byteLength (): number {
    return this.ids.byteLength + this.counts.byteLength
  }

  /** The posting list after documents have changed. @param now the new number of occurrences, by id. */
  changed (now: ReadonlyMap<number, number>): Postings {
    const { ids: old, counts: before } = this
    const ids = new Int32Array(old.length + now.size)
    const counts = new Uint32Array(ids.length)
    let length = 0
    let from = 0
    const copyTo = (end: number): void => {
      ids.set(old.subarray(from, end), length)
      counts.set(before.subarray(from, end), length)
      length += end - from
    }
    for (const [id, count] of [...now].sort(([one], [other]) => one - other)) {
      const at = positionOf(old, id)
      copyTo(at)
      from = old[at] === id ? at + 1 : at
      if (count === 0) continue
      ids[length] = id
      counts[length++] = count
    }
    copyTo(old.length)
    return Postings.#compact(ids.slice(0, length), counts.subarray(0, length))
  }

  /** The documents that pass a test. */
  among (passes: (id: number) => boolean): Postings {
    const passing = this.ids.map((id) => Number(passes(id)))
    const isPassing = (_: number, at: number): boolean => passing[at] === 1
    return new Postings(this.ids.filter(isPassing), this.counts.filter(isPassing))
  }
}
