/** The most that a byte holds. */
const MOST_NARROW = 255

/** The documents that contain something, ascending, and how often each of them does. Does not change. */
export class Postings {
  static readonly NONE = new Postings(new Int32Array(), new Uint8Array())

  /** Documents that contain it once each. @param ids ascending. */
  static once (ids: Int32Array): Postings {
    return new Postings(ids, new Uint8Array(ids.length).fill(1))
  }

  private constructor (readonly ids: Int32Array, readonly counts: Uint8Array | Uint32Array) {}

  /** @param occurrences ids of documents, ascending, repeated for each occurrence. */
  static of (occurrences: Int32Array): Postings {
    const ids = new Int32Array(occurrences.length)
    const counts = new Uint32Array(occurrences.length)
    let length = 0
    for (let at = 0; at < occurrences.length; at++) {
      if (occurrences[at] !== occurrences[at - 1]) ids[length++] = occurrences[at]!
      counts[length - 1]!++
    }
    return new Postings(ids.slice(0, length), narrowed(counts.subarray(0, length)))
  }

  get byteLength (): number {
    return this.ids.byteLength + this.counts.byteLength
  }

  /** The same after documents have changed. @param now how often each of them contains it now, by id. */
  changed (now: ReadonlyMap<number, number>): Postings {
    const changes = [...now].filter(([id, count]) => this.#count(id) !== count).sort(([a], [b]) => a - b)
    if (changes.length === 0) return this
    const ids = new Int32Array(this.ids.length + changes.length)
    const isNarrow = this.counts instanceof Uint8Array && changes.every(([, count]) => count <= MOST_NARROW)
    const counts = isNarrow ? new Uint8Array(ids.length) : new Uint32Array(ids.length)
    let length = 0
    let from = 0
    const keepTo = (end: number): void => {
      ids.set(this.ids.subarray(from, end), length)
      counts.set(this.counts.subarray(from, end), length)
      length += end - from
    }
    for (const [id, count] of changes) {
      const at = this.#positionOf(id)
      keepTo(at)
      from = this.ids[at] === id ? at + 1 : at
      if (count === 0) continue
      ids[length] = id
      counts[length++] = count
    }
    keepTo(this.ids.length)
    return new Postings(ids.slice(0, length), counts.slice(0, length))
  }

  /** Those of the documents that pass a test. */
  among (passes: (id: number) => boolean): Postings {
    const ids = new Int32Array(this.ids.length)
    const counts = new Uint32Array(ids.length)
    let length = 0
    for (let at = 0; at < this.ids.length; at++) {
      if (!passes(this.ids[at]!)) continue
      ids[length] = this.ids[at]!
      counts[length++] = this.counts[at]!
    }
    return new Postings(ids.slice(0, length), narrowed(counts.subarray(0, length)))
  }

  #count (id: number): number {
    const at = this.#positionOf(id)
    return this.ids[at] === id ? this.counts[at]! : 0
  }

  /** Where an id is, or would be. */
  #positionOf (id: number): number {
    let low = 0
    let high = this.ids.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.ids[middle]! < id) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** A copy in as few bytes as the numbers allow. */
function narrowed (counts: Uint32Array): Uint8Array | Uint32Array {
  for (let at = 0; at < counts.length; at++) if (counts[at]! > MOST_NARROW) return counts.slice()
  return new Uint8Array(counts)
}
