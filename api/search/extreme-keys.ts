import type { Comparison, Extremes } from '../../db/search/criterion.js'
import { Ids } from './ids.js'

/** Whole numbers from here on, either side of zero, need the wider of two arrays. */
const WIDE = 2 ** 31 - 1

/**
 * The greatest or the smallest key of each resource, by id: one number for each id up to the highest. Does not change.
 */
export class ExtremeKeys {
  private constructor (private readonly are: Extremes['are'], private readonly keys: Int32Array | Float64Array) {}

  /** @param ids in any order, one for each of the keys. */
  static of ({ are }: Extremes, ids: ArrayLike<number>, keys: ArrayLike<number>): ExtremeKeys {
    return ExtremeKeys.#made(are, highestOf(ids), isNarrow(keys)).#with(ids, keys)
  }

  static #made (are: Extremes['are'], highest: number, narrow: boolean): ExtremeKeys {
    const keys = narrow ? new Int32Array(highest + 1) : new Float64Array(highest + 1)
    return new ExtremeKeys(are, keys.fill(noneOf(are, narrow)))
  }

  /** The same after these resources have changed, with the keys that they have now. */
  changed (touched: readonly number[], ids: ArrayLike<number>, keys: ArrayLike<number>): ExtremeKeys {
    const wasNarrow = this.keys instanceof Int32Array
    const narrow = wasNarrow && isNarrow(keys)
    const highest = Math.max(this.keys.length - 1, highestOf(ids))
    const changed = ExtremeKeys.#made(this.are, highest, narrow)
    changed.keys.set(this.keys)
    if (wasNarrow && !narrow) {
      for (let id = 0; id < this.keys.length; id++) {
        if (this.keys[id] === noneOf(this.are, true)) changed.keys[id] = noneOf(this.are, false)
      }
    }
    for (const id of touched) if (id > 0 && id <= highest) changed.keys[id] = noneOf(this.are, narrow)
    return changed.#with(ids, keys)
  }

  #with (ids: ArrayLike<number>, given: ArrayLike<number>): this {
    const { are, keys } = this
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!
      const key = given[at]!
      if (are === 'greatest' ? key > keys[id]! : key < keys[id]!) keys[id] = key
    }
    return this
  }

  get byteLength (): number {
    return this.keys.byteLength
  }

  /** The resources whose key compares like this. */
  compared (is: Comparison, than: number): Ids {
    const { keys } = this
    const bits = new Uint32Array((keys.length >>> 5) + 1)
    const none = noneOf(this.are, keys instanceof Int32Array)
    // One loop for each comparison: a function called for every key takes several times as long.
    const set = (id: number): void => { bits[id >>> 5]! |= 1 << (id & 31) }
    switch (is) {
      case '<': for (let id = 0; id < keys.length; id++) if (keys[id]! < than && keys[id] !== none) set(id); break
      case '<=': for (let id = 0; id < keys.length; id++) if (keys[id]! <= than && keys[id] !== none) set(id); break
      case '>': for (let id = 0; id < keys.length; id++) if (keys[id]! > than && keys[id] !== none) set(id); break
      case '>=': for (let id = 0; id < keys.length; id++) if (keys[id]! >= than && keys[id] !== none) set(id); break
    }
    return Ids.ofBits(bits)
  }
}

/** Stands for no key at all. */
function noneOf (are: Extremes['are'], narrow: boolean): number {
  const end = narrow ? WIDE : Infinity
  return are === 'greatest' ? -end : end
}

function isNarrow (keys: ArrayLike<number>): boolean {
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!
    if (key >= WIDE || key <= -WIDE || !Number.isInteger(key)) return false
  }
  return true
}

function highestOf (ids: ArrayLike<number>): number {
  let highest = 0
  for (let at = 0; at < ids.length; at++) if (ids[at]! > highest) highest = ids[at]!
  return highest
}
