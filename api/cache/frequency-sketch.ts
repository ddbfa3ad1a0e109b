/** Counters for each key. */
const ROWS = 4
/** Up to which is counted: what is asked for more often is popular enough. */
const MOST = 15
const FEWEST_COLUMNS = 256

/**
 * How often keys were asked for of late, in little memory (a count-min sketch): a count may be too high, where other
 * keys share all counters of a key, but never too low.
 */
export class FrequencySketch {
  #columns = 0
  #counts = new Uint8Array(0)
  #slots = new Uint32Array(ROWS)

  /** Counts a key. @param entries how many keys matter; when they have become many more, counting begins anew. */
  add (key: string, entries: number): void {
    if (entries > this.#columns || this.#columns === 0) {
      this.#columns = 2 ** Math.ceil(Math.log2(Math.max(FEWEST_COLUMNS, 2 * entries)))
      this.#counts = new Uint8Array(ROWS * this.#columns)
    }
    const least = this.count(key)
    if (least === MOST) return
    for (const slot of this.#slots) if (this.#counts[slot] === least) this.#counts[slot] = least + 1
  }

  /** How often a key was counted, at most 15. */
  count (key: string): number {
    if (this.#columns === 0) return 0
    this.#find(key)
    let least = MOST
    for (const slot of this.#slots) least = Math.min(least, this.#counts[slot]!)
    return least
  }

  /** Halves all counts, so that what was popular long ago is forgotten. */
  halve (): void {
    for (let at = 0; at < this.#counts.length; at++) this.#counts[at]! >>= 1
  }

  /** Finds the counters of a key: one in each row, by FNV-1a and a second hash of it. */
  #find (key: string): void {
    let hash = 0x811c9dc5
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
    hash ^= hash >>> 13
    const step = (Math.imul(hash, 0xc2b2ae35) >>> 0) | 1
    const mask = this.#columns - 1
    for (let row = 0; row < ROWS; row++) {
      this.#slots[row] = row * this.#columns + ((hash + Math.imul(row, step)) & mask)
    }
  }
}
