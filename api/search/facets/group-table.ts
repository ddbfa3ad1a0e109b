/** Minimal number of hash slots per key: with fewer, lookups become slow. */
const SLOTS_PER_KEY = 2

/**
 * A hash table that numbers the keys of groups from 1 upwards. Keys are whole numbers. Typed arrays take 16 to 24 bytes
 * per key, a fifth of a Map.
 */
export class GroupTable {
  /** Keys by number. */
  #keys: Float64Array
  /** Numbers, each in the first free slot from the hash slot of its key on (linear probing). */
  #slots: Int32Array
  #size = 0

  /** @param room initial capacity in keys. */
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

  /** The number of a key; 0: it is not in the table. */
  get (key: number): number {
    return this.#slots[this.#slotOf(key)]!
  }

  /** The number of a key, which is added if it is not in the table yet. */
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

/** The key of links to a resource: negative, unlike the keys of texts. */
export const linkKey = (target: number): number => -target

/** The resource that a key of links points to; 0: not a key of links. */
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
