import { concatenated } from '../../../db/query/statements/id-sets.js'
import type { RelatedGroup } from '../../../db/query/conditions/order.js'
import { ALL_ROWS, Ids, type Window } from '../context/ids.js'

/** Rough size in bytes of a group besides its ids. */
const GROUP_BYTES = 200

/** Rows in the order of a key of the rows that they refer to. Rows that refer to equal keys form a group. */
export class Groups {
  private constructor (
    /** In the order of the key. */
    private readonly groups: readonly Ids[],
    /** Position of a group, by the id of a row that its members refer to. */
    private readonly groupOf: ReadonlyMap<number, number>,
    /** All rows that refer to any row. */
    private readonly members: Ids
  ) {}

  /** @param all in the order of the key. */
  static of (all: readonly RelatedGroup[]): Groups {
    const groups: Ids[] = []
    const groupOf = new Map<number, number>()
    for (const [at, { id, key, ids }] of all.entries()) {
      const own = Ids.of(ids)
      if (at > 0 && all[at - 1]!.key === key) groups.push(groups.pop()!.or(own))
      else groups.push(own)
      groupOf.set(id, groups.length - 1)
    }
    return new Groups(groups, groupOf, Ids.of(concatenated(all.map(({ ids }) => ids))))
  }

  get byteLength (): number {
    return this.groups.reduce((sum, ids) => sum + ids.byteLength + GROUP_BYTES, this.members.byteLength)
  }

  /**
   * Patches the groups for changed rows. @param now the changed rows by the id of the row that they refer to.
   * @returns undefined when a row that is referred to has no group yet.
   */
  changed (touched: readonly number[], now: ReadonlyMap<number, Int32Array>): Groups | undefined {
    const ids = Int32Array.from(touched)
    const entering = new Map<number, Ids>()
    for (const [id, referring] of now) {
      const group = this.groupOf.get(id)
      if (group === undefined) return undefined
      entering.set(group, (entering.get(group) ?? Ids.NONE).or(Ids.of(referring)))
    }
    const groups = this.groups.map((group, at) => group.changed(ids, entering.get(at) ?? Ids.NONE))
    const members = Ids.of(concatenated([...now.values()]))
    return new Groups(groups, this.groupOf, this.members.changed(ids, members))
  }

  /** Ids on a page of the found rows. Rows without a key come first, in descending order last. */
  page (found: Ids, direction: 'asc' | 'desc', { offset, limit }: Window = ALL_ROWS): number[] {
    const page: number[] = []
    let left = offset
    for (const ids of this.#inTurn(found, direction)) {
      const wanted = limit === undefined ? undefined : limit - page.length
      if (wanted === 0) break
      if (left < ids.size) for (const id of ids.in({ offset: left, limit: wanted }, direction)) page.push(id)
      left = Math.max(0, left - ids.size)
    }
    return page
  }

  * #inTurn (found: Ids, direction: 'asc' | 'desc'): Generator<Ids> {
    if (direction === 'asc') yield found.without(this.members)
    for (const group of direction === 'asc' ? this.groups : this.groups.toReversed()) yield group.and(found)
    if (direction === 'desc') yield found.without(this.members)
  }
}
