import { positionOf } from '../../../db/keys/ascending.js'
import type { Comparison, Extremes } from '../../../db/query/statements/set-expression.js'
import { Ids } from '../context/ids.js'

/** Ranks of up to this many distinct keys fit in two bytes. The dates of a collection are usually fewer. */
const PLACES_MAX_KEYS = 0xFFFF

/** Larger numbers, positive or negative, need 8 bytes. */
const INT32_MAX = 2 ** 31 - 1

type Keys = Uint16Array | Int32Array | Float64Array

/**
 * The smallest or largest number or date of each resource, indexed by resource id. Immutable. Up to 65,535 distinct
 * keys are stored as 2-byte ranks, counted from 1, into `places`.
 *
 * @param keys the keys, or their ranks. @param places the distinct keys, ascending, if there are few enough.
 */
export class MinMaxColumn {
  readonly #none: number

  private constructor (
    private readonly are: Extremes['are'],
    private readonly keys: Keys,
    private readonly places: Float64Array | undefined
  ) {
    this.#none = noneOf(are, keys)
  }

  /** @param ids in any order, one for each of the keys. */
  static of ({ are }: Pick<Extremes, 'are'>, ids: ArrayLike<number>, keys: ArrayLike<number>): MinMaxColumn {
    return MinMaxColumn.#empty(are, highestOf(ids) + 1, placesOf(keys), isNarrow(keys)).#with(ids, keys)
  }

  /** A column without keys. @param isNarrow whether each key fits in four bytes, if there are no places. */
  static #empty (
    are: Extremes['are'], size: number, places: Float64Array | undefined, isNarrow: boolean
  ): MinMaxColumn {
    const keys = new (places !== undefined ? Uint16Array : isNarrow ? Int32Array : Float64Array)(size)
    return new MinMaxColumn(are, keys.fill(noneOf(are, keys)), places)
  }

  /** Patches the column. @param touched changed resources. @param ids resources of the current keys. */
  changed (touched: readonly number[], ids: ArrayLike<number>, keys: ArrayLike<number>): MinMaxColumn {
    const size = Math.max(this.keys.length, highestOf(ids) + 1)
    const changed = this.#roomFor(size, keys)
    for (const id of touched) if (id > 0 && id < size) changed.keys[id] = changed.#none
    return changed.#with(ids, keys)
  }

  /** A copy with room for more ids, whose number type and places also fit the given keys. */
  #roomFor (size: number, keys: ArrayLike<number>): MinMaxColumn {
    const { are, places } = this
    const united = places && placesOf(places, keys)
    const room = MinMaxColumn.#empty(are, size, united, this.keys instanceof Int32Array && isNarrow(keys))
    const isSame = places?.length === united?.length && room.keys.constructor === this.keys.constructor
    if (isSame) room.keys.set(this.keys)
    else {
      const code = room.#coder()
      for (let id = 0; id < this.keys.length; id++) {
        const key = this.keys[id]!
        if (key !== this.#none) room.keys[id] = code(places === undefined ? key : places[key - 1]!)
      }
    }
    return room
  }

  #with (ids: ArrayLike<number>, given: ArrayLike<number>): this {
    const { are, keys } = this
    const code = this.#coder()
    let last = NaN
    let key = 0
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!
      // Consecutive entries often have the same key, so that its code is found once.
      if (given[at] !== last) key = code(last = given[at]!)
      const present = keys[id]!
      if (present === this.#none || (are === 'greatest' ? key > present : key < present)) keys[id] = key
    }
    return this
  }

  /** Maps a key to the number that represents it in `keys`. */
  #coder (): (key: number) => number {
    const { places } = this
    if (places === undefined) return (key) => key
    const codes = new Map<number, number>()
    for (let at = 0; at < places.length; at++) codes.set(places[at]!, at + 1)
    return (key) => codes.get(key)!
  }

  get byteLength (): number {
    return this.keys.byteLength + (this.places?.byteLength ?? 0)
  }

  /** The resources whose key is less (or greater, or equal) than a number. */
  compared (is: Comparison, than: number): Ids {
    const { keys, places } = this
    const none = this.#none
    const bits = new Uint32Array((keys.length >>> 5) + 1)
    const set = (id: number): void => { bits[id >>> 5]! |= 1 << (id & 31) }
    // With places, compares ranks: the bound is the first rank on the other side of `than`.
    const bound = places === undefined ? than : 1 + countOf(places, is === '<' || is === '>=' ? '<' : '<=', than)
    const compare = places === undefined ? is : is === '<' || is === '<=' ? '<' : '>='
    // One loop for each comparison: a function called for every key takes several times as long.
    switch (compare) {
      case '<': for (let id = 0; id < keys.length; id++) if (keys[id]! < bound && keys[id] !== none) set(id); break
      case '<=': for (let id = 0; id < keys.length; id++) if (keys[id]! <= bound && keys[id] !== none) set(id); break
      case '>': for (let id = 0; id < keys.length; id++) if (keys[id]! > bound && keys[id] !== none) set(id); break
      case '>=': for (let id = 0; id < keys.length; id++) if (keys[id]! >= bound && keys[id] !== none) set(id); break
    }
    return Ids.ofBits(bits)
  }
}

/** The number that represents a missing key. */
function noneOf (are: Extremes['are'], keys: Keys): number {
  if (keys instanceof Uint16Array) return 0
  const end = keys instanceof Int32Array ? INT32_MAX : Infinity
  return are === 'greatest' ? -end : end
}

/** The distinct keys, ascending; undefined: too many for two bytes. */
function placesOf (...lists: ReadonlyArray<ArrayLike<number>>): Float64Array | undefined {
  const different = new Set<number>()
  for (const keys of lists) {
    for (let at = 0; at < keys.length; at++) {
      if (at > 0 && keys[at] === keys[at - 1]) continue
      different.add(keys[at]!)
      if (different.size > PLACES_MAX_KEYS) return undefined
    }
  }
  return Float64Array.from(different).sort()
}

/** Number of keys that are less than a number, or not greater. @param keys distinct, ascending. */
function countOf (keys: Float64Array, are: '<' | '<=', than: number): number {
  const less = positionOf(keys, than)
  return are === '<=' && keys[less] === than ? less + 1 : less
}

function isNarrow (keys: ArrayLike<number>): boolean {
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!
    if (key >= INT32_MAX || key <= -INT32_MAX || !Number.isInteger(key)) return false
  }
  return true
}

function highestOf (ids: ArrayLike<number>): number {
  let highest = 0
  for (let at = 0; at < ids.length; at++) if (ids[at]! > highest) highest = ids[at]!
  return highest
}
