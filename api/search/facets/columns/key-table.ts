import { randomInt } from 'node:crypto'

/** At most this part of the slots is used. */
const LOAD = 0.7

/** Two numbers that differ in every process, so that nobody can make keys that are taken for each other. */
const SEEDS: Seeds = [randomInt(2 ** 32), randomInt(2 ** 32)]

type Seeds = readonly [number, number]

/** What a table consists of. */
export interface KeyTableState { readonly seeds: Seeds, readonly low: Int32Array, readonly high: Int32Array }

/**
 * Numbers for texts, from 0 upwards in the order of their coming. Texts are known by hashes of 64 bits, so a number
 * takes some 20 bytes however long its text is; among a million texts two are confused with a probability of 10⁻⁸.
 */
export class KeyTable {
  #low: Int32Array
  #high: Int32Array
  #slots: Int32Array
  #size = 0
  #hashLow = 0
  #hashHigh = 0
  readonly #seeds: Seeds

  /** @param expected number of texts for which there is room at first. */
  constructor (expected = 64, seeds = SEEDS) {
    this.#seeds = seeds
    const room = Math.max(64, expected)
    this.#low = new Int32Array(room)
    this.#high = new Int32Array(room)
    this.#slots = new Int32Array(slotsFor(room))
  }

  static of ({ seeds, low, high }: KeyTableState): KeyTable {
    const table = new KeyTable(low.length, seeds)
    for (let number = 0; number < low.length; number++) table.#addHash(low[number]!, high[number]!)
    return table
  }

  get state (): KeyTableState {
    return { seeds: this.#seeds, low: this.#low.subarray(0, this.#size), high: this.#high.subarray(0, this.#size) }
  }

  get size (): number {
    return this.#size
  }

  get bytes (): number {
    return 8 * this.#low.length + 4 * this.#slots.length
  }

  /** The number of a text; undefined: it has none. */
  get (key: string): number | undefined {
    this.#hash(key)
    const number = this.#slots[this.#find()]!
    return number === 0 ? undefined : number - 1
  }

  /** The number of a text, a new one if it has none. */
  add (key: string): number {
    this.#hash(key)
    return this.#add()
  }

  /** A table with some of the texts only, numbered anew in the same order. */
  only (numbers: Int32Array): KeyTable {
    const table = new KeyTable(numbers.length, this.#seeds)
    for (const number of numbers) table.#addHash(this.#low[number]!, this.#high[number]!)
    return table
  }

  #addHash (low: number, high: number): void {
    this.#hashLow = low
    this.#hashHigh = high
    this.#add()
  }

  #add (): number {
    if (this.#size >= this.#slots.length * LOAD) this.#widen()
    const slot = this.#find()
    const known = this.#slots[slot]!
    if (known !== 0) return known - 1
    if (this.#size === this.#low.length) {
      this.#low = longer(this.#low)
      this.#high = longer(this.#high)
    }
    this.#low[this.#size] = this.#hashLow
    this.#high[this.#size] = this.#hashHigh
    this.#slots[slot] = ++this.#size
    return this.#size - 1
  }

  /** The slot of the hash, or the free one where it belongs. */
  #find (): number {
    const last = this.#slots.length - 1
    for (let slot = this.#hashLow & last; ; slot = (slot + 1) & last) {
      const number = this.#slots[slot]! - 1
      if (number < 0) return slot
      if (this.#low[number] === this.#hashLow && this.#high[number] === this.#hashHigh) return slot
    }
  }

  #widen (): void {
    this.#slots = new Int32Array(2 * this.#slots.length)
    const last = this.#slots.length - 1
    for (let number = 0; number < this.#size; number++) {
      let slot = this.#low[number]! & last
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last
      this.#slots[slot] = number + 1
    }
  }

  /** Two hashes of 32 bits, each of which multiplies and then mixes (MurmurHash3's finalizer). */
  #hash (key: string): void {
    let low: number = this.#seeds[0]
    let high: number = this.#seeds[1]
    for (let at = 0; at < key.length; at++) {
      const unit = key.charCodeAt(at)
      low = Math.imul(low ^ unit, 0x9e3779b1)
      low ^= low >>> 15
      high = Math.imul(high ^ unit, 0x85ebca77)
      high ^= high >>> 13
    }
    this.#hashLow = mixed(low ^ high << 7)
    this.#hashHigh = mixed(high)
  }
}

function mixed (hash: number): number {
  let mix = Math.imul(hash ^ hash >>> 16, 0x85ebca6b)
  mix = Math.imul(mix ^ mix >>> 13, 0xc2b2ae35)
  return mix ^ mix >>> 16
}

function slotsFor (room: number): number {
  return 2 ** Math.ceil(Math.log2(room / LOAD + 1))
}

export function longer (array: Int32Array): Int32Array {
  const all = new Int32Array(Math.ceil(array.length * 1.5) + 64)
  all.set(array)
  return all
}
