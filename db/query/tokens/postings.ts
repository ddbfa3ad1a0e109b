import { positionOf } from '../statements/id-sets.js'

/** Largest count that fits in a byte. */
const MAX_BYTE_COUNT = 255

/**
 * A posting list: the documents that contain a token, and the number of occurrences in each. Immutable. The ids are
 * stored as the gaps between them, in bytes of seven bits each, because the cache has room for half as many lists of
 * plain ids: those of frequent words, which take longest to read, would be evicted.
 */
export class Postings {
  /** The decoded ids, as long as they are used. */
  #ids: WeakRef<Int32Array> | undefined

  /** @param gaps between ascending ids of documents. @param counts number of occurrences in each. */
  private constructor (private readonly gaps: Uint8Array, readonly counts: Uint8Array | Uint32Array) {}

  /** @param given ids, ascending, possibly repeated. @param totals number of occurrences for each; absent: one. */
  static of (given: ArrayLike<number>, totals?: ArrayLike<number>): Postings {
    const ids = new Int32Array(given.length)
    const counts = new Uint32Array(given.length)
    let length = 0
    for (let at = 0; at < given.length; at++) {
      if (given[at] !== given[at - 1]) ids[length++] = given[at]!
      counts[length - 1]! += totals === undefined ? 1 : totals[at]!
    }
    return Postings.#compact(ids.subarray(0, length), counts.subarray(0, length))
  }

  static #compact (ids: Int32Array, counts: Uint32Array): Postings {
    const isNarrow = counts.every((count) => count <= MAX_BYTE_COUNT)
    return new Postings(gapsBetween(ids), isNarrow ? Uint8Array.from(counts) : counts.slice())
  }

  /** Ids of the documents, ascending. */
  get ids (): Int32Array {
    const present = this.#ids?.deref()
    if (present !== undefined) return present
    const ids = new Int32Array(this.counts.length)
    let id = 0
    let from = 0
    for (let at = 0; at < ids.length; at++) {
      let shift = 0
      let byte
      do {
        byte = this.gaps[from++]!
        id += (byte & 0x7F) << shift
        shift += 7
      } while (byte > 0x7F)
      ids[at] = id
    }
    this.#ids = new WeakRef(ids)
    return ids
  }

  /** Size in memory. */
  get byteLength (): number {
    return this.gaps.byteLength + this.counts.byteLength
  }

  /** The posting list after documents have changed. @param now the new number of occurrences, by id. */
  changed (now: ReadonlyMap<number, number>): Postings {
    const { ids: old, counts: before } = this
    // Most changes to a document concern other tokens, and making a list again takes long.
    const changed = [...now].filter(([id, count]) => this.#countIn(id) !== count)
    if (changed.length === 0) return this
    const ids = new Int32Array(old.length + changed.length)
    const counts = new Uint32Array(ids.length)
    let length = 0
    let from = 0
    const copyTo = (end: number): void => {
      ids.set(old.subarray(from, end), length)
      counts.set(before.subarray(from, end), length)
      length += end - from
    }
    for (const [id, count] of changed.sort(([one], [other]) => one - other)) {
      const at = positionOf(old, id)
      copyTo(at)
      from = old[at] === id ? at + 1 : at
      if (count === 0) continue
      ids[length] = id
      counts[length++] = count
    }
    copyTo(old.length)
    return Postings.#compact(ids.subarray(0, length), counts.subarray(0, length))
  }

  #countIn (id: number): number {
    const { ids } = this
    const at = positionOf(ids, id)
    return ids[at] === id ? this.counts[at]! : 0
  }

  /** The documents that pass a test. */
  among (passes: (id: number) => boolean): Postings {
    const { ids } = this
    const passing = ids.map((id) => Number(passes(id)))
    const isPassing = (_: number, at: number): boolean => passing[at] === 1
    return new Postings(gapsBetween(ids.filter(isPassing)), this.counts.filter(isPassing))
  }
}

/** Encodes the gaps between ascending ids, the first one from 0: seven bits in a byte, the lowest first. */
function gapsBetween (ids: Int32Array): Uint8Array {
  let bytes = new Uint8Array(2 * ids.length + 5)
  let length = 0
  let last = 0
  for (const id of ids) {
    if (length + 5 > bytes.length) {
      const longer = new Uint8Array(2 * bytes.length)
      longer.set(bytes)
      bytes = longer
    }
    let gap = id - last
    for (; gap > 0x7F; gap >>>= 7) bytes[length++] = (gap & 0x7F) | 0x80
    bytes[length++] = gap
    last = id
  }
  return bytes.slice(0, length)
}
