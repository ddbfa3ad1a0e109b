import type { RelatedGroup } from '../../../db/query/conditions/order.js'
import { idsIn, type Ids, type Window } from '../context/ids.js'

/** Rows in the order of a key of the rows that they refer to. Rows that refer to equal keys form a group. Immutable. */
export class Groups {
  private constructor (
    /** Number of a group, counted from 1 in the order of the key, by the id of a row that its members refer to. */
    private readonly numbers: ReadonlyMap<number, number>,
    /** Number of the group of each row, by the id of the row; 0: it refers to none. */
    private readonly groupOf: Int32Array
  ) {}

  /** @param all in the order of the key. */
  static of (all: readonly RelatedGroup[]): Groups {
    const numbers = new Map<number, number>()
    let number = 0
    for (const [at, { id, key }] of all.entries()) {
      if (at === 0 || all[at - 1]!.key !== key) number++
      numbers.set(id, number)
    }
    return new Groups(numbers, new Int32Array()).#with(all)
  }

  get byteLength (): number {
    return this.groupOf.byteLength
  }

  /**
   * Patches the groups for changed rows. @param now the changed rows by the id of the row that they refer to.
   * @returns undefined when a row that is referred to has no group yet.
   */
  changed (touched: readonly number[], now: ReadonlyMap<number, Int32Array>): Groups | undefined {
    for (const id of now.keys()) if (!this.numbers.has(id)) return undefined
    return this.#with(Array.from(now, ([id, ids]) => ({ id, ids })), touched)
  }

  /** A copy in which the left rows refer to nothing, and the given rows to others. */
  #with (all: ReadonlyArray<Pick<RelatedGroup, 'id' | 'ids'>>, left: readonly number[] = []): Groups {
    const highest = all.reduce((highest, { ids }) => ids.reduce((one, other) => Math.max(one, other), highest), 0)
    const groupOf = new Int32Array(Math.max(this.groupOf.length, highest + 1))
    groupOf.set(this.groupOf)
    for (const id of left) if (id < groupOf.length) groupOf[id] = 0
    for (const { id, ids } of all) for (const row of ids) groupOf[row] = this.numbers.get(id)!
    return new Groups(this.numbers, groupOf)
  }

  /** Ids on a page of the found rows. Rows without a key come first, in descending order last. */
  page (found: Ids, direction: 'asc' | 'desc', window: Window | undefined): number[] {
    const { groupOf } = this
    const ids = found.toArray()
    // Sorted by counting: first where each group ends, then, from the last id on, the place of each id.
    const ends = new Int32Array(this.numbers.size + 1)
    for (let at = 0; at < ids.length; at++) ends[groupOf[ids[at]!] ?? 0]!++
    for (let group = 1; group < ends.length; group++) ends[group]! += ends[group - 1]!
    const sorted = new Int32Array(ids.length)
    for (let at = ids.length - 1; at >= 0; at--) sorted[--ends[groupOf[ids[at]!] ?? 0]!] = ids[at]!
    return idsIn(window, sorted, direction)
  }
}
