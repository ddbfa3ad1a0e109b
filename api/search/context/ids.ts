import { isAnyIn, positionOf } from '../../../db/query/statements/id-sets.js'

const BITS = 32

const NO_BITS = new Uint32Array()

/** Fewer ids than this are looked up one by one, because converting a whole set to bits would take longer. */
const SINGLE_LOOKUP_MAX_IDS = 1000

/** The requested part of a result: the number of rows to skip, and the maximal number of rows (undefined: all). */
export interface Window { limit: number | undefined, offset: number }

export const ALL_ROWS: Window = { offset: 0, limit: undefined }

/** The number of rows up to the end of a window. */
export function endOf (window: Window | undefined): number {
  return window?.limit === undefined ? Infinity : window.offset + window.limit
}

/**
 * An immutable set of row ids: a sorted list, or one bit for each id up to the highest if that takes less memory. Ids
 * are assigned from 1 upwards.
 */
export class Ids {
  static readonly NONE = new Ids(new Int32Array())

  /** @param list ascending, each id once; absent: in `bits`. */
  private constructor (
    private readonly list: Int32Array | undefined,
    private readonly bits: Uint32Array = NO_BITS,
    readonly size: number = list!.length
  ) {}

  /** A set that another thread has sent: a message has lost its class. */
  static received (sent: Ids): Ids {
    return sent instanceof Ids ? sent : new Ids((sent as Ids).list, (sent as Ids).bits, (sent as Ids).size)
  }

  /** @param ids in any order, possibly with duplicates. */
  static of (ids: Int32Array): Ids {
    let highest = 0
    let isAscending = true
    for (let at = 0; at < ids.length; at++) {
      if (ids[at]! > highest) highest = ids[at]!
      else isAscending = false
    }
    if (isAscending && ids.length * BITS < highest) return new Ids(ids)
    const bits = new Uint32Array((highest >>> 5) + 1)
    for (let at = 0; at < ids.length; at++) bits[ids[at]! >>> 5]! |= 1 << (ids[at]! & 31)
    return Ids.ofBits(bits)
  }

  /** The ids whose bits are set; id 32 is the lowest bit of the second number. The array is not copied. */
  static ofBits (bits: Uint32Array): Ids {
    let size = 0
    for (let at = 0; at < bits.length; at++) size += bitsIn(bits[at]!)
    const ids = new Ids(undefined, bits, size)
    return size < bits.length ? new Ids(ids.toArray()) : ids
  }

  /** An upper bound of the ids, exact or slightly higher; 0 or below: the set is empty. */
  get highest (): number {
    return this.list === undefined ? this.bits.length * BITS - 1 : this.list.at(-1) ?? 0
  }

  /** Size in memory. */
  get byteLength (): number {
    return this.list?.byteLength ?? this.bits.byteLength
  }

  /** Ascending. Not to be changed. */
  toArray (): Int32Array {
    if (this.list !== undefined) return this.list
    const { bits } = this
    const ids = new Int32Array(this.size)
    let length = 0
    for (let at = 0; at < bits.length; at++) {
      for (let left = bits[at]!; left !== 0; left &= left - 1) {
        ids[length++] = at * BITS + lowestBit(left)
      }
    }
    return ids
  }

  /** Tests a single id; use `lookup` for many. */
  has (id: number): boolean {
    const { list, bits } = this
    return list === undefined ? (bits[id >>> 5]! & (1 << (id & 31))) !== 0 : list[positionOf(list, id)] === id
  }

  /** A copy in which, of the given ids, exactly the ids in `now` are members. @param ids ascending. */
  changed (ids: Int32Array, now: Ids): Ids {
    if (now.size === 0 && !isAnyIn(ids, this)) return this
    if (this.list !== undefined) return this.without(new Ids(ids)).or(now)
    const bits = new Uint32Array(Math.max(this.bits.length, (now.highest >>> 5) + 1))
    bits.set(this.bits)
    let { size } = this
    for (let at = 0; at < ids.length; at++) {
      const mask = 1 << (ids[at]! & 31)
      const word = ids[at]! >>> 5
      if (word >= bits.length || (bits[word]! & mask) === 0) continue
      bits[word]! &= ~mask
      size--
    }
    const entering = now.toArray()
    for (let at = 0; at < entering.length; at++) bits[entering[at]! >>> 5]! |= 1 << (entering[at]! & 31)
    const changed = new Ids(undefined, bits, size + entering.length)
    return changed.size < bits.length ? new Ids(changed.toArray()) : changed
  }

  /** Positions in a list of the ids that are in the set. Much faster than `lookup` for a long list. */
  positionsIn (ids: Int32Array): Int32Array {
    const bits = this.#asBits()
    const positions = new Int32Array(ids.length)
    let length = 0
    for (let at = 0; at < ids.length; at++) {
      if (((bits[ids[at]! >>> 5]! >>> (ids[at]! & 31)) & 1) !== 0) positions[length++] = at
    }
    return positions.subarray(0, length)
  }

  /** Number of ids of a list that are in the set. */
  countIn (ids: Int32Array): number {
    const bits = this.#asBits()
    let count = 0
    for (let at = 0; at < ids.length; at++) count += (bits[ids[at]! >>> 5]! >>> (ids[at]! & 31)) & 1
    return count
  }

  /** A test for single ids, to be called for many of them. */
  lookup (): (id: number) => boolean {
    const bits = this.#asBits()
    return (id) => (bits[id >>> 5]! & (1 << (id & 31))) !== 0
  }

  and (other: Ids): Ids {
    const { list } = this
    if (list !== undefined) {
      return new Ids(list.filter(list.length < SINGLE_LOOKUP_MAX_IDS ? (id) => other.has(id) : other.lookup()))
    }
    if (other.list !== undefined) return other.and(this)
    const bits = this.bits.slice(0, other.bits.length)
    for (let at = 0; at < bits.length; at++) bits[at]! &= other.bits[at]!
    return Ids.ofBits(bits)
  }

  or (other: Ids): Ids {
    if (this.size === 0) return other
    if (other.size === 0) return this
    if (other.highest > this.highest) return other.or(this)
    const bits = this.#asBits().slice()
    const others = other.#asBits()
    for (let at = 0; at < others.length; at++) bits[at]! |= others[at]!
    return Ids.ofBits(bits)
  }

  /** The ids that are not in another set. */
  without (other: Ids): Ids {
    if (this.size === 0 || other.size === 0) return this
    const others = other.#asBits()
    const bits = this.#asBits().slice()
    const length = Math.min(bits.length, others.length)
    for (let at = 0; at < length; at++) bits[at]! &= ~others[at]!
    return Ids.ofBits(bits)
  }

  /** The ids in a window. @param direction `desc`: of the ids in reverse order. */
  in (window: Window | undefined, direction: 'asc' | 'desc' = 'asc'): number[] {
    if (this.list !== undefined || window?.limit === undefined) return idsIn(window, this.toArray(), direction)
    const { offset, limit } = window
    const [from, to] = direction === 'asc' ? [offset, offset + limit] : [this.size - offset - limit, this.size - offset]
    const ids = this.#between(Math.max(0, from), Math.min(this.size, to))
    return direction === 'asc' ? ids : ids.reverse()
  }

  /** The ids from one position to another, ascending. */
  #between (from: number, to: number): number[] {
    const ids: number[] = []
    let position = 0
    for (let at = 0; at < this.bits.length && position < to; at++) {
      const here = bitsIn(this.bits[at]!)
      if (position + here > from) {
        for (let left = this.bits[at]!; left !== 0 && position < to; left &= left - 1) {
          if (position++ >= from) ids.push(at * BITS + lowestBit(left))
        }
      } else {
        position += here
      }
    }
    return ids
  }

  #asBits (): Uint32Array {
    const { list } = this
    if (list === undefined) return this.bits
    const bits = new Uint32Array(((list.at(-1) ?? 0) >>> 5) + 1)
    for (let at = 0; at < list.length; at++) bits[list[at]! >>> 5]! |= 1 << (list[at]! & 31)
    return bits
  }
}

/** Position of the lowest bit of a number that is not 0. */
const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)

/** Number of bits of a number of 32 bits that are set. */
function bitsIn (bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The ids in a window. @param direction `desc`: of the ids in reverse order. */
export function idsIn (window: Window | undefined, ids: Int32Array, direction?: 'asc' | 'desc'): number[] {
  return Array.from(partOf(ids, window, direction))
}

/** As `idsIn`, without a copy if it needs none. */
export function partOf (
  ids: Int32Array, { offset, limit = ids.length }: Window = ALL_ROWS, direction: 'asc' | 'desc' = 'asc'
): Int32Array {
  if (direction === 'asc') return ids.subarray(offset, offset + limit)
  const end = Math.max(0, ids.length - offset)
  return ids.slice(Math.max(0, end - limit), end).reverse()
}
