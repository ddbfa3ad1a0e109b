/** Slots for each key, at least: with fewer of them, lookups become slow. */
const SLOTS_PER_KEY = 2

/**
 * Numbers the keys of groups from 1 upwards. Keys are whole numbers; in typed arrays they take 16 to 24 bytes each, a
 * fifth of what a Map takes.
 */
export class GroupTable {
  /** Keys by number. */
  #keys: Float64Array
  /** Numbers, each at the first free slot from the one that its key names. */
  #slots: Int32Array
  #size = 0

  /** @param room keys for which there is room at first. */
  constructor (room = 16) {
    this.#keys = new Float64Array(room + 1)
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(SLOTS_PER_KEY * (room + 1))))
  }

  get size (): number {
    return this.#size
  }

  get byteLength (): number {
    return this.#keys.byteLength + this.#slots.byteLength
  }

  keyOf (group: number): number {
    return this.#keys[group]!
  }

  /** The number of a key; 0: it has none. */
  get (key: number): number {
    return this.#slots[this.#slotOf(key)]!
  }

  /** The number of a key, which it is given if it has none yet. */
  add (key: number): number {
    const slot = this.#slotOf(key)
    if (this.#slots[slot] !== 0) return this.#slots[slot]!
    const number = ++this.#size
    if (number === this.#keys.length) this.#grow()
    this.#keys[number] = key
    this.#slots[this.#slotOf(key)] = number
    return number
  }

  #slotOf (key: number): number {
    const last = this.#slots.length - 1
    let slot = (key >>> 0) & last
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & last) if (this.#keys[this.#slots[slot]!] === key) break
    return slot
  }

  #grow (): void {
    const keys = new Float64Array(2 * this.#keys.length)
    keys.set(this.#keys)
    this.#keys = keys
    this.#slots = new Int32Array(2 * this.#slots.length)
    for (let number = 1; number < this.#size; number++) this.#slots[this.#slotOf(keys[number]!)] = number
  }
}

/** The key of links to a resource: no text has a negative one. */
export const linkKey = (target: number): number => -target

/** The resource that the links of a group lead to; 0: the group is none of links. */
export const targetOf = (key: number): number => key < 0 ? -key : 0

/**
 * The key of a text: 53 bits of a hash. Among a million texts, the chance that any two have the same is 1 in 18,000.
 */
export function textKey (text: string): number {
  let low = 0x9E3779B9
  let high = 0x85EBCA6B
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul((high << 5 | high >>> 27) ^ code, 0x9E3779B1)
  }
  low = mixed(low ^ (high >>> 15))
  high = mixed(high ^ low)
  return (high & 0x1FFFFF) * 2 ** 32 + (low >>> 0)
}

function mixed (bits: number): number {
  let result = Math.imul(bits ^ (bits >>> 16), 0x85EBCA6B)
  result = Math.imul(result ^ (result >>> 13), 0xC2B2AE35)
  return result ^ (result >>> 16)
}
