/** Initial number of slots; the number is always a power of two. */
const INITIAL_SLOTS = 256

/**
 * Multiplier for Fibonacci hashing, which spreads consecutive ids over all slots: 2^32 divided by the golden ratio.
 */
const SPREAD = 0x9e3779b1
const HASH_BITS = 32

/**
 * Maps ids to versions: a hash table in two typed arrays, at most half full. It takes half the memory of a Map, and
 * the garbage collector need not traverse it.
 *
 * Ids are 32-bit integers other than 0.
 */
export class VersionsById {
  /** The id in each slot; 0: free. */
  #ids = new Int32Array(INITIAL_SLOTS)
  /** The version in each slot, relative to `#from`. */
  #versions = new Uint32Array(INITIAL_SLOTS)
  #size = 0
  readonly #from: number

  /** @param from lower than every version that is set, by less than 2^32. */
  constructor (from: number) {
    this.#from = from
  }

  /** Number of ids. */
  get size (): number {
    return this.#size
  }

  /** @returns 0 if the id has no version. */
  get (id: number): number {
    const slot = this.#slotOf(id)
    return this.#ids[slot] === 0 ? 0 : this.#from + this.#versions[slot]!
  }

  set (id: number, version: number): void {
    let slot = this.#slotOf(id)
    if (this.#ids[slot] === 0) {
      if (2 * this.#size >= this.#ids.length) {
        this.#grow()
        slot = this.#slotOf(id)
      }
      this.#ids[slot] = id
      this.#size++
    }
    this.#versions[slot] = version - this.#from
  }

  /** The slot of an id, or the free one where it belongs. */
  #slotOf (id: number): number {
    const ids = this.#ids
    const last = ids.length - 1
    let slot = Math.imul(id, SPREAD) >>> (HASH_BITS - bitsOf(last))
    while (ids[slot] !== id && ids[slot] !== 0) slot = (slot + 1) & last
    return slot
  }

  #grow (): void {
    const ids = this.#ids
    const versions = this.#versions
    this.#ids = new Int32Array(2 * ids.length)
    this.#versions = new Uint32Array(2 * ids.length)
    for (let at = 0; at < ids.length; at++) {
      if (ids[at] === 0) continue
      const slot = this.#slotOf(ids[at]!)
      this.#ids[slot] = ids[at]!
      this.#versions[slot] = versions[at]!
    }
  }
}

/** Number of bits of a positive number of 32 bits. */
const bitsOf = (number: number): number => HASH_BITS - Math.clz32(number)
