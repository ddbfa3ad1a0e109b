import type { Comparison, Extremes } from '../../../db/query/statements/set-expression.js'
import { Ids } from '../context/ids.js'

/** The smallest or largest number or date of each resource, indexed by resource id. Immutable. */
export class MinMaxColumn {
  /** @param keys NaN: the resource has none. */
  private constructor (private readonly are: Extremes['are'], private readonly keys: Float64Array) {}

  /** @param ids in any order, one for each of the keys. */
  static of ({ are }: Pick<Extremes, 'are'>, ids: ArrayLike<number>, keys: ArrayLike<number>): MinMaxColumn {
    return new MinMaxColumn(are, new Float64Array()).changed([], ids, keys)
  }

  /** Patches the column. @param touched changed resources. @param ids resources of the current keys. */
  changed (touched: readonly number[], ids: ArrayLike<number>, given: ArrayLike<number>): MinMaxColumn {
    let size = this.keys.length
    for (let at = 0; at < ids.length; at++) size = Math.max(size, ids[at]! + 1)
    const keys = new Float64Array(size).fill(NaN, this.keys.length)
    keys.set(this.keys)
    for (const id of touched) if (id > 0 && id < size) keys[id] = NaN
    const isGreatest = this.are === 'greatest'
    for (let at = 0; at < ids.length; at++) {
      const [id, key] = [ids[at]!, given[at]!]
      const present = keys[id]!
      if (Number.isNaN(present) || (isGreatest ? key > present : key < present)) keys[id] = key
    }
    return new MinMaxColumn(this.are, keys)
  }

  get byteLength (): number {
    return this.keys.byteLength
  }

  /** The resources whose key is less (or greater, or equal) than a number. */
  compared (is: Comparison, than: number): Ids {
    const { keys } = this
    const bits = new Uint32Array((keys.length >>> 5) + 1)
    const set = (id: number): void => { bits[id >>> 5]! |= 1 << (id & 31) }
    // One loop for each comparison: a function called for every key takes several times as long.
    switch (is) {
      case '<': for (let id = 0; id < keys.length; id++) if (keys[id]! < than) set(id); break
      case '<=': for (let id = 0; id < keys.length; id++) if (keys[id]! <= than) set(id); break
      case '>': for (let id = 0; id < keys.length; id++) if (keys[id]! > than) set(id); break
      case '>=': for (let id = 0; id < keys.length; id++) if (keys[id]! >= than) set(id); break
    }
    return Ids.ofBits(bits)
  }
}
