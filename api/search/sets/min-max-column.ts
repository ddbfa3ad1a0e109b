import { positionOf } from '../../../db/query/statements/id-sets.js'
import type { Comparison, Extremes } from '../../../db/query/statements/set-expression.js'
import { Ids } from '../context/ids.js'

/** The dates of a collection have usually fewer distinct keys than this, so that two bytes are enough for a rank. */
const RANKED_MAX_KEYS = 0xFFFE

/** After this many changes, which are copied with each further one, the column is built again from its keys. */
const CHANGES_MAX = 4096

/** Approximate size in memory of a change. */
const CHANGE_BYTES = 40

/** The smallest or largest number or date of each resource; NaN: it has none. Immutable. */
export class MinMaxColumn {
  /**
   * @param stored the key of each resource, by its id, or its rank among the `distinct` keys, counted from 1.
   * @param distinct ascending; undefined: keys are stored. @param changes current keys of resources that have changed.
   */
  private constructor (
    private readonly are: Extremes['are'],
    private readonly stored: Float64Array | Uint16Array,
    private readonly distinct: Float64Array | undefined,
    private readonly changes: ReadonlyMap<number, number>
  ) {}

  /** @param ids in any order, one for each of the keys. */
  static of ({ are }: Pick<Extremes, 'are'>, ids: readonly number[], keys: readonly number[]): MinMaxColumn {
    let highest = 0
    for (let at = 0; at < ids.length; at++) if (ids[at]! > highest) highest = ids[at]!
    const extremes = new Float64Array(highest + 1).fill(NaN)
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!
      extremes[id] = extremeOf(are, extremes[id]!, keys[at]!)
    }
    return MinMaxColumn.#ofKeys(are, extremes)
  }

  /** @param keys by the id of their resource. */
  static #ofKeys (are: Extremes['are'], keys: Float64Array): MinMaxColumn {
    const numbers = new Map<number, number>()
    const ranks = new Uint16Array(keys.length)
    // First the distinct keys are numbered in the order in which they are found: one look-up per resource.
    for (let id = 0; id < keys.length; id++) {
      const key = keys[id]!
      if (Number.isNaN(key)) continue
      let number = numbers.get(key)
      if (number === undefined) {
        numbers.set(key, number = numbers.size + 1)
        if (number > RANKED_MAX_KEYS) return new MinMaxColumn(are, keys, undefined, new Map())
      }
      ranks[id] = number
    }
    const distinct = Float64Array.from(numbers.keys()).sort()
    const rankOf = new Uint16Array(distinct.length + 1)
    // Resources without a key get a rank below or above all others, so that no comparison finds them.
    rankOf[0] = are === 'greatest' ? 0 : RANKED_MAX_KEYS + 1
    for (const [at, key] of distinct.entries()) rankOf[numbers.get(key)!] = at + 1
    for (let id = 0; id < ranks.length; id++) ranks[id] = rankOf[ranks[id]!]!
    return new MinMaxColumn(are, ranks, distinct, new Map())
  }

  /** Patches the column. @param touched changed resources. @param ids resources of the current keys. */
  changed (touched: readonly number[], ids: readonly number[], keys: readonly number[]): MinMaxColumn {
    const { are } = this
    const changes = new Map(this.changes)
    for (const id of touched) changes.set(id, NaN)
    for (const [at, id] of ids.entries()) changes.set(id, extremeOf(are, changes.get(id)!, keys[at]!))
    const changed = new MinMaxColumn(are, this.stored, this.distinct, changes)
    return changes.size > CHANGES_MAX ? MinMaxColumn.#ofKeys(are, changed.#keys()) : changed
  }

  /** The keys by the id of their resource. */
  #keys (): Float64Array {
    const { stored, distinct, changes } = this
    const length = [...changes.keys()].reduce((most, id) => Math.max(most, id + 1), stored.length)
    const keys = new Float64Array(length).fill(NaN)
    for (let id = 0; id < stored.length; id++) {
      keys[id] = distinct === undefined ? stored[id]! : distinct[stored[id]! - 1] ?? NaN
    }
    for (const [id, key] of changes) keys[id] = key
    return keys
  }

  get byteLength (): number {
    return this.stored.byteLength + (this.distinct?.byteLength ?? 0) + this.changes.size * CHANGE_BYTES
  }

  /** The resources whose key is less (or greater, or equal) than a number. */
  compared (is: Comparison, than: number): Ids {
    const { stored, distinct, changes } = this
    const bits = bitsWhere(stored, is, distinct === undefined ? than : placeOf(than, distinct))
    const meeting: number[] = []
    for (const [id, key] of changes) if (holds(key, is, than)) meeting.push(id)
    return Ids.ofBits(bits).changed(Int32Array.from(changes.keys()).sort(), Ids.of(Int32Array.from(meeting)))
  }
}

/** @param present NaN: there is none yet, so that every comparison with it is false. */
function extremeOf (are: Extremes['are'], present: number, key: number): number {
  return (are === 'greatest' ? key <= present : key >= present) ? present : key
}

/** The rank of a key among the distinct ones; if it is not one of them, a number between the ranks of its neighbors. */
function placeOf (key: number, distinct: Float64Array): number {
  const position = positionOf(distinct, key)
  return distinct[position] === key ? position + 1 : position + 0.5
}

/** The positions of the numbers that are less (or greater, or equal) than another, as bits. */
function bitsWhere (numbers: Float64Array | Uint16Array, is: Comparison, than: number): Uint32Array {
  const bits = new Uint32Array((numbers.length >>> 5) + 1)
  const set = (at: number): void => { bits[at >>> 5]! |= 1 << (at & 31) }
  // A loop for each comparison: a function called for every number takes several times as long.
  switch (is) {
    case '<': for (let at = 0; at < numbers.length; at++) if (numbers[at]! < than) set(at); break
    case '<=': for (let at = 0; at < numbers.length; at++) if (numbers[at]! <= than) set(at); break
    case '>': for (let at = 0; at < numbers.length; at++) if (numbers[at]! > than) set(at); break
    case '>=': for (let at = 0; at < numbers.length; at++) if (numbers[at]! >= than) set(at); break
  }
  return bits
}

function holds (key: number, is: Comparison, than: number): boolean {
  switch (is) {
    case '<': return key < than
    case '<=': return key <= than
    case '>': return key > than
    case '>=': return key >= than
  }
}
