import { PRIVATE } from '../../../../db/query/conditions/facet-rows.js'
import type { Ids } from '../../context/ids.js'
import { SINGLE, type Entry } from './entry.js'

/** All resources of a type that somebody sees, who is given a name, and sees all private values of them or none. */
export interface Whole { readonly name: string, readonly found: Ids, readonly seesPrivate: boolean }

/** With more resources that have entered or left, all are counted again. */
const MOST_MOVED = 1000

/** The counts of all resources of a type that somebody sees, kept and corrected with the column. */
export class KeptCounts {
  readonly #name: string
  readonly #seesPrivate: boolean
  #found: Ids
  #has: (resource: number) => boolean
  #counts: Int32Array
  /** The values by which groups are labelled, as far as somebody has asked for them. */
  readonly labels = new Map<number, number>()

  constructor ({ name, found, seesPrivate }: Whole, counts: Int32Array) {
    this.#name = name
    this.#seesPrivate = seesPrivate
    this.#found = found
    this.#has = found.lookup()
    this.#counts = counts
  }

  /** The counts by group. @param length number of groups. */
  counts (length: number): Int32Array {
    const counts = new Int32Array(length)
    counts.set(this.#counts.subarray(0, length))
    return counts
  }

  /**
   * Corrects what resources change that have entered or left.
   *
   * @param entriesOf the values of a resource. @returns false when all have to be counted.
   */
  follow ({ name, found }: Whole, entriesOf: (resource: number) => readonly Entry[]): boolean {
    if (name !== this.#name) return false
    if (found === this.#found) return true
    const [entered, left] = [found.without(this.#found), this.#found.without(found)]
    if (entered.size + left.size > MOST_MOVED) return false
    for (const resource of left.toArray()) this.#add(entriesOf(resource), -1)
    for (const resource of entered.toArray()) this.#add(entriesOf(resource), 1)
    this.#found = found
    this.#has = found.lookup()
    return true
  }

  /** Corrects what the values of a resource change. */
  replace (resource: number, before: readonly Entry[], now: readonly Entry[]): void {
    if (!this.#has(resource) || areSame(before, now)) return
    this.#add(before, -1)
    this.#add(now, 1)
  }

  #add (entries: readonly Entry[], by: 1 | -1): void {
    const seen = new Set<number>()
    for (const { group, flags } of entries) {
      // A resource with two equal values counts once.
      if (seen.has(group) || ((flags & PRIVATE) !== 0 && !this.#seesPrivate)) continue
      if (group !== SINGLE) seen.add(group)
      if (group >= this.#counts.length) this.#counts = this.counts(2 * group)
      this.#counts[group]! += by
      this.labels.delete(group)
    }
  }
}

function areSame (some: readonly Entry[], others: readonly Entry[]): boolean {
  return some.length === others.length && some.every(({ group, id, flags }, at) => {
    const other = others[at]!
    return group === other.group && id === other.id && flags === other.flags
  })
}
