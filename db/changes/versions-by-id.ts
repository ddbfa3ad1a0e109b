/** Slots to begin with: a power of two, as always. */
const FEWEST = 256

/** Spreads ids that follow one another over all slots: the golden ratio, as a part of 2^32. */
const SPREAD = 0x9e3779b1
const HASH_BITS = 32

/**
 * A version for each of many ids: a hash table in two arrays of numbers, half of whose slots stay free. It takes half
 * the memory of a map, and none of it is looked at when garbage is collected.
 *
 * Ids are whole numbers of 32 bits, other than 0.
 */
export class VersionsById {
  /** Of each slot; 0: it is free. */
  #ids = new Int32Array(FEWEST)
  /** Of each slot, counted from `#from` on. */
  #versions = new Uint32Array(FEWEST)
  #size = 0
  readonly #from: number

  /** @param from lower than all versions that follow, by less than 2^32. */
  constructor (from: number) {
    this.#from = from
  }

  /** Number of ids. */
  get size (): number {
    return this.#size
  }

  /** 0: it has none. */
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
