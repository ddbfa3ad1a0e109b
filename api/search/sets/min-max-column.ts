import { positionOf } from '../../../db/keys/ascending.js'
import type { Comparison, Extremes } from '../../../db/query/statements/set-expression.js'
import { Ids } from '../context/ids.js'

/** The dates of a collection have usually fewer distinct keys than this, so that two bytes are enough for a rank. */
const SHORT_RANKS_MAX_KEYS = 0xFFFF

/**
 * The smallest or largest number or date of each resource: the rank of its key among all distinct keys, counted from
 * 1, by the id of the resource; 0: it has none. Immutable.
 */
export class MinMaxColumn {
  /** @param keys the distinct keys, ascending. */
  private constructor (
    private readonly are: Extremes['are'],
    private readonly ranks: Uint16Array | Uint32Array,
    private readonly keys: Float64Array
  ) {}

  /** @param ids in any order, one for each of the keys. */
  static of ({ are }: Pick<Extremes, 'are'>, ids: readonly number[], keys: readonly number[]): MinMaxColumn {
    const distinct = distinctOf(keys)
    return new MinMaxColumn(are, unranked(highestOf(ids) + 1, distinct), distinct).#with(ids, keys)
  }

  /** Patches the column. @param touched changed resources. @param ids resources of the current keys. */
  changed (touched: readonly number[], ids: readonly number[], keys: readonly number[]): MinMaxColumn {
    const added = distinctOf(keys).filter((key) => this.keys[positionOf(this.keys, key)] !== key)
    const all = added.length === 0 ? this.keys : united(this.keys, added)
    const ranks = unranked(Math.max(this.ranks.length, highestOf(ids) + 1), all)
    if (all === this.keys) ranks.set(this.ranks)
    else {
      const present = ranksAmong(all, this.keys)
      for (let id = 0; id < this.ranks.length; id++) if (this.ranks[id] !== 0) ranks[id] = present[this.ranks[id]! - 1]!
    }
    for (const id of touched) if (id > 0 && id < ranks.length) ranks[id] = 0
    return new MinMaxColumn(this.are, ranks, all).#with(ids, keys)
  }

  #with (ids: readonly number[], keys: readonly number[]): this {
    const { are, ranks } = this
    let last = NaN
    let rank = 0
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!
      // Consecutive entries often have the same key, so that its rank is found once.
      if (keys[at] !== last) rank = positionOf(this.keys, last = keys[at]!) + 1
      const present = ranks[id]!
      if (present === 0 || (are === 'greatest' ? rank > present : rank < present)) ranks[id] = rank
    }
    return this
  }

  get byteLength (): number {
    return this.ranks.byteLength + this.keys.byteLength
  }

  /** The resources whose key is less (or greater, or equal) than a number. */
  compared (is: Comparison, than: number): Ids {
    const { ranks, keys } = this
    const bits = new Uint32Array((ranks.length >>> 5) + 1)
    const set = (id: number): void => { bits[id >>> 5]! |= 1 << (id & 31) }
    const less = positionOf(keys, than)
    const isIncluded = is === '<=' || is === '>'
    // The first rank on the other side of the number.
    const bound = 1 + less + (isIncluded && keys[less] === than ? 1 : 0)
    // A loop for each direction: a function called for every rank takes several times as long.
    if (is === '<' || is === '<=') {
      for (let id = 0; id < ranks.length; id++) if (ranks[id]! < bound && ranks[id] !== 0) set(id)
    } else {
      for (let id = 0; id < ranks.length; id++) if (ranks[id]! >= bound) set(id)
    }
    return Ids.ofBits(bits)
  }
}

/** Room for the ranks of resources. @param keys the distinct keys. */
function unranked (size: number, { length }: Float64Array): Uint16Array | Uint32Array {
  return length <= SHORT_RANKS_MAX_KEYS ? new Uint16Array(size) : new Uint32Array(size)
}

/** The distinct keys, ascending. */
function distinctOf (keys: readonly number[]): Float64Array {
  const all = Float64Array.from(keys).sort()
  let length = 0
  for (let at = 0; at < all.length; at++) if (at === 0 || all[at] !== all[length - 1]) all[length++] = all[at]!
  return all.slice(0, length)
}

function united (keys: Float64Array, added: Float64Array): Float64Array {
  const all = new Float64Array(keys.length + added.length)
  all.set(keys)
  all.set(added, keys.length)
  return all.sort()
}

/** The rank of each of some keys among all. Both are ascending. */
function ranksAmong (all: Float64Array, keys: Float64Array): Uint32Array {
  const ranks = new Uint32Array(keys.length)
  let rank = 1
  for (let at = 0; at < keys.length; at++) {
    while (all[rank - 1] !== keys[at]) rank++
    ranks[at] = rank
  }
  return ranks
}

function highestOf (ids: readonly number[]): number {
  let highest = 0
  for (let at = 0; at < ids.length; at++) if (ids[at]! > highest) highest = ids[at]!
  return highest
}
