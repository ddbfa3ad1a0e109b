import { concatenated } from '../../../db/query/statements/id-sets.js'
import type { RelatedGroup } from '../../../db/query/conditions/related-order.js'
import { Ids } from '../context/ids.js'
import type { Window } from '../context/window.js'

/** Bytes that a group takes besides its ids, roughly. */
const OVERHEAD = 200

const ALL: Window = { offset: 0, limit: undefined }

/** Rows in the order of a key that they have from others: those that refer to rows with the same key are a group. */
export class Groups {
  private constructor (
    /** In the order of the key. */
    private readonly groups: readonly Ids[],
    /** The group of those that refer to a row, by the id of this row. */
    private readonly groupOf: ReadonlyMap<number, number>,
    /** All that refer to any row. */
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
    return this.groups.reduce((sum, ids) => sum + ids.byteLength + OVERHEAD, this.members.byteLength)
  }

  /** The same after some rows have changed, by the ids of those to which they refer now; undefined: these are new. */
  changed (touched: readonly number[], now: ReadonlyMap<number, Int32Array>): Groups | undefined {
    const ids = Int32Array.from(touched)
    const entering = new Map<number, Ids>()
    for (const [id, those] of now) {
      const group = this.groupOf.get(id)
      if (group === undefined) return undefined
      entering.set(group, (entering.get(group) ?? Ids.NONE).or(Ids.of(those)))
    }
    const groups = this.groups.map((group, at) => group.changed(ids, entering.get(at) ?? Ids.NONE))
    const members = Ids.of(concatenated([...now.values()]))
    return new Groups(groups, this.groupOf, this.members.changed(ids, members))
  }

  /** Ids on a page of what was found; those without a key come first, and last in descending order. */
  page (found: Ids, direction: 'asc' | 'desc', { offset, limit }: Window = ALL): number[] {
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
