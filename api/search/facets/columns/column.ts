import { BLANK, PRIVATE } from '../../../../db/search/facet-rows.js'
import { KeyTable } from './key-table.js'
import { ValueIds } from './value-ids.js'

/** Number of a group at a position without a value. */
export const NONE = 0
/** Number that all groups share that consist of one value; of them there may be millions. */
export const SINGLE = 1
/** Groups of several values, and of links, have numbers from here on. */
export const FIRST_GROUP = 2

/** A value of a resource: its group, its id, and flags (db/search/facet-rows.ts). */
export interface Entry { group: number, id: number, flags: number }

/** What a column is made from: the values of all resources, those of one after the other. */
export interface ColumnParts {
  /** Ids of the resources from 0 upwards are below this. */
  readonly end: number
  /** Position of the first value of each resource; absent: no resource has more than one, its id is the position. */
  readonly starts?: Int32Array | undefined
  readonly groups: Uint16Array | Int32Array
  readonly ids: ValueIds
  readonly flags?: Uint8Array | undefined
  /** The groups from FIRST_GROUP on, by key. */
  readonly keys: KeyTable
  /** Groups whose label depends on which of their values are counted: links, and URIs with several labels. */
  readonly varied: Set<number>
  /** Whether a resource may have two values of a group. */
  readonly hasRepeats: boolean
}

/** The resources that are counted, and which private values are. */
export interface Counted {
  /** Ascending. */
  readonly resources: Int32Array
  has (resource: number): boolean
  seesPrivate (resource: number): boolean
}

/**
 * The values of one property by resource, or what resources refer to, as numbers of their groups: counting goes through
 * an array instead of the database. It takes four to eight bytes a value.
 */
export class Column {
  readonly keys: KeyTable
  readonly varied: Set<number>
  readonly #end: number
  readonly #starts: Int32Array | undefined
  readonly #ids: ValueIds
  #groups: Uint16Array | Int32Array
  #flags: Uint8Array | undefined
  /** The values of resources that have more than there is room for. */
  readonly #extra = new Map<number, readonly Entry[]>()
  #extraEntries = 0
  #hasRepeats: boolean

  constructor ({ end, starts, groups, ids, flags, keys, varied, hasRepeats }: ColumnParts) {
    this.#end = end
    this.#starts = starts
    this.#groups = groups
    this.#ids = ids
    this.#flags = flags
    this.keys = keys
    this.varied = varied
    this.#hasRepeats = hasRepeats
  }

  /** Rough size in bytes. */
  get bytes (): number {
    return this.#groups.byteLength + (this.#starts?.byteLength ?? 0) + (this.#flags?.byteLength ?? 0) +
      this.#ids.bytes + this.keys.bytes + 40 * this.varied.size + 150 * this.#extraEntries
  }

  /** Number of values that do not fit into the place of their resource. They are counted one by one. */
  get extraValues (): number {
    return this.#extraEntries
  }

  /** One more than the highest number of a group. */
  get groupCount (): number {
    return FIRST_GROUP + this.keys.size
  }

  /** The values of a resource. */
  entriesOf (resource: number): readonly Entry[] {
    const extra = this.#extra.get(resource)
    if (extra !== undefined) return extra
    const entries: Entry[] = []
    const last = this.#lastOf(resource)
    for (let at = this.#firstOf(resource); at < last; at++) {
      const group = this.#groups[at]!
      if (group !== NONE) entries.push({ group, id: this.#ids.at(at), flags: this.#flags?.[at] ?? 0 })
    }
    return entries
  }

  /** Sets the values of a resource. */
  replace (resource: number, entries: readonly Entry[]): void {
    this.#hasRepeats ||= repeats(entries)
    if (entries.some(({ group }) => group > 0xffff) && this.#groups instanceof Uint16Array) {
      this.#groups = Int32Array.from(this.#groups)
    }
    if (entries.some(({ flags }) => flags !== 0)) this.#flags ??= new Uint8Array(this.#groups.length)
    this.#extraEntries -= this.#extra.get(resource)?.length ?? 0
    this.#extra.delete(resource)
    const [first, last] = [this.#firstOf(resource), this.#lastOf(resource)]
    const isFitting = entries.length <= last - first
    for (let at = first; at < last; at++) {
      const entry = isFitting ? entries[at - first] : undefined
      this.#groups[at] = entry?.group ?? NONE
      if (entry === undefined) continue
      this.#ids.set(at, entry.id)
      if (this.#flags !== undefined) this.#flags[at] = entry.flags
    }
    if (isFitting) return
    this.#extra.set(resource, entries)
    this.#extraEntries += entries.length
  }

  /** Number of counted resources by group; of SINGLE, the number of groups of one value. */
  count ({ resources, has, seesPrivate }: Counted): Int32Array {
    const counts = new Int32Array(this.groupCount)
    const last = this.#hasRepeats ? new Int32Array(this.groupCount) : undefined
    const [groups, flags, starts] = [this.#groups, this.#flags, this.#starts]
    for (let at = 0; at < resources.length; at++) {
      const resource = resources[at]!
      if (resource >= this.#end) break
      const end = starts === undefined ? resource + 1 : starts[resource + 1]!
      for (let entry = starts === undefined ? resource : starts[resource]!; entry < end; entry++) {
        const group = groups[entry]!
        if (group === NONE) continue
        if (flags !== undefined && (flags[entry]! & PRIVATE) !== 0 && !seesPrivate(resource)) continue
        if (last !== undefined && group !== SINGLE) {
          if (last[group] === resource) continue
          last[group] = resource
        }
        counts[group]!++
      }
    }
    for (const [resource, entries] of this.#extra) {
      if (!has(resource)) continue
      const isSeen = (flags: number): boolean => (flags & PRIVATE) === 0 || seesPrivate(resource)
      const seen = entries.filter(({ flags }) => isSeen(flags)).map(({ group }) => group)
      counts[SINGLE]! += seen.filter((group) => group === SINGLE).length
      for (const group of new Set(seen)) if (group !== SINGLE) counts[group]!++
    }
    return counts
  }

  /**
   * The value by which each of some groups is labelled, the first of those that have a text, or else the first.
   *
   * @param isWanted by number; of SINGLE: whether every group of one value is wanted.
   */
  labelling (counted: Counted, isWanted: Uint8Array): { ofGroups: Map<number, number>, singles: number[] } {
    const best = new Map<number, Entry>()
    const singles: number[] = []
    const note = (group: number, id: number, flags: number): void => {
      if (group === SINGLE) {
        singles.push(id)
        return
      }
      const known = best.get(group)
      const isBlank = (flags & BLANK) !== 0
      const isBetter = known === undefined ||
        (isBlank === ((known.flags & BLANK) !== 0) ? id < known.id : !isBlank)
      if (isBetter) best.set(group, { group, id, flags })
    }
    const { resources, has, seesPrivate } = counted
    for (let at = 0; at < resources.length; at++) {
      const resource = resources[at]!
      if (resource >= this.#end) break
      const end = this.#lastOf(resource)
      for (let entry = this.#firstOf(resource); entry < end; entry++) {
        const group = this.#groups[entry]!
        if (isWanted[group] !== 1) continue
        const flags = this.#flags?.[entry] ?? 0
        if ((flags & PRIVATE) === 0 || seesPrivate(resource)) note(group, this.#ids.at(entry), flags)
      }
    }
    for (const [resource, entries] of this.#extra) {
      if (!has(resource)) continue
      for (const { group, id, flags } of entries) {
        if (isWanted[group] === 1 && ((flags & PRIVATE) === 0 || seesPrivate(resource))) note(group, id, flags)
      }
    }
    return { ofGroups: new Map([...best].map(([group, { id }]) => [group, id])), singles }
  }

  #firstOf (resource: number): number {
    if (resource >= this.#end) return 0
    return this.#starts === undefined ? resource : this.#starts[resource]!
  }

  #lastOf (resource: number): number {
    if (resource >= this.#end) return 0
    return this.#starts === undefined ? resource + 1 : this.#starts[resource + 1]!
  }
}

/** Whether two values of a resource are in the same group. */
export function repeats (entries: readonly Entry[]): boolean {
  const groups = entries.flatMap(({ group }) => group === SINGLE ? [] : [group])
  return new Set(groups).size < groups.length
}
