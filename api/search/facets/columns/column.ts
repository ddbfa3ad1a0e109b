import { positionOf } from '../../../../db/ascending.js'
import { BLANK, PRIVATE } from '../../../../db/search/facet-rows.js'
import { FIRST_GROUP, NONE, SINGLE, type Entry } from './entry.js'
import { KeptCounts, type Whole } from './kept-counts.js'
import { KeyTable, type KeyTableState } from './key-table.js'
import { ValueIds, type ValueIdsState } from './value-ids.js'

/** So many labels are kept for the counts of a whole. */
const MOST_LABELS = 5000

/** What a column is made from: the values of all resources, those of one after the other. */
export interface ColumnParts {
  /** Ids of the resources from 0 upwards are below this. */
  readonly end: number
  /** The resources that have values, ascending, where most have none; absent: every id has a place. */
  readonly rows?: Int32Array | undefined
  /** Position of the first value of each place; absent: no resource has more than one, its place is the position. */
  readonly starts?: Int32Array | undefined
  readonly groups: GroupNumbers
  /** Ids of the values; absent: all of a group have the same, which `groupIds` has. */
  readonly ids?: ValueIds | undefined
  readonly groupIds?: number[] | undefined
  readonly flags?: Uint8Array | undefined
  /** The groups from FIRST_GROUP on, by key. */
  readonly keys: KeyTable
  /** Groups whose label depends on which of their values are counted: links, and URIs with several labels. */
  readonly varied: Set<number>
  /** Whether a resource may have two values of a group. */
  readonly hasRepeats: boolean
  /** The values of resources that have more than there is room for. */
  readonly extra?: Map<number, readonly Entry[]>
}

/** The same without classes, as it is stored. */
export interface ColumnState extends Omit<ColumnParts, 'ids' | 'keys'> {
  readonly ids: ValueIdsState | undefined
  readonly keys: KeyTableState
}

export type GroupNumbers = Uint8Array | Uint16Array | Int32Array

/** An array for numbers up to a greatest one. */
export function groupNumbers (length: number, greatest: number): GroupNumbers {
  return new (greatest > 0xffff ? Int32Array : greatest > 0xff ? Uint16Array : Uint8Array)(length)
}

/** The resources that are counted, and which private values are. */
export interface Counted {
  /** Set when the resources are these. */
  readonly whole?: Whole | undefined
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
  readonly #rows: Int32Array | undefined
  readonly #starts: Int32Array | undefined
  readonly #ids: ValueIds | undefined
  readonly #groupIds: number[]
  #groups: GroupNumbers
  #flags: Uint8Array | undefined
  readonly #extra: Map<number, readonly Entry[]>
  #extraEntries: number
  #hasRepeats: boolean
  /** Of the resources that were last counted as a whole. */
  #kept: KeptCounts | undefined

  constructor ({ end, rows, starts, groups, ids, groupIds = [], flags, keys, varied, hasRepeats, extra }: ColumnParts) {
    this.#end = end
    this.#rows = rows
    this.#starts = starts
    this.#groups = groups
    this.#ids = ids
    this.#groupIds = groupIds
    this.#flags = flags
    this.keys = keys
    this.varied = varied
    this.#hasRepeats = hasRepeats
    this.#extra = extra ?? new Map()
    this.#extraEntries = [...this.#extra.values()].reduce((sum, entries) => sum + entries.length, 0)
  }

  static of ({ ids, keys, ...others }: ColumnState): Column {
    return new Column({ ...others, ids: ids && ValueIds.of(ids), keys: KeyTable.of(keys) })
  }

  get state (): ColumnState {
    return {
      end: this.#end,
      rows: this.#rows,
      starts: this.#starts,
      groups: this.#groups,
      ids: this.#ids?.state,
      groupIds: this.#groupIds,
      flags: this.#flags,
      keys: this.keys.state,
      varied: this.varied,
      hasRepeats: this.#hasRepeats,
      extra: this.#extra
    }
  }

  /** Rough size in bytes, that of counts that are kept included. */
  get bytes (): number {
    const arrays = [this.#groups, this.#rows, this.#starts, this.#flags]
    return arrays.reduce((sum, array) => sum + (array?.byteLength ?? 0), 0) + 8 * this.#groupIds.length +
      (this.#ids?.bytes ?? 0) + this.keys.bytes + 40 * this.varied.size + 150 * this.#extraEntries +
      4 * this.groupCount + (this.#end >>> 3)
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
    const [first, last] = this.#range(resource)
    for (let at = first; at < last; at++) {
      const group = this.#groups[at]!
      if (group !== NONE) entries.push({ group, id: this.#idAt(at, group), flags: this.#flags?.[at] ?? 0 })
    }
    return entries
  }

  /** Sets the values of a resource. */
  replace (resource: number, entries: readonly Entry[]): void {
    this.#kept?.replace(resource, this.entriesOf(resource), entries)
    this.#hasRepeats ||= repeats(entries)
    this.#widenTo(entries.reduce((most, { group }) => Math.max(most, group), 0))
    if (entries.some(({ flags }) => flags !== 0)) this.#flags ??= new Uint8Array(this.#groups.length)
    this.#extraEntries -= this.#extra.get(resource)?.length ?? 0
    this.#extra.delete(resource)
    const [first, last] = this.#range(resource)
    const isFitting = entries.length <= last - first
    for (let at = first; at < last; at++) {
      const entry = isFitting ? entries[at - first] : undefined
      this.#groups[at] = entry?.group ?? NONE
      if (entry === undefined) continue
      this.#ids?.set(at, entry.id)
      if (this.#flags !== undefined) this.#flags[at] = entry.flags
    }
    if (this.#ids === undefined) for (const { group, id } of entries) this.#groupIds[group] = id
    if (isFitting) return
    this.#extra.set(resource, entries)
    this.#extraEntries += entries.length
  }

  /** Number of counted resources by group; of SINGLE, the number of groups of one value. */
  count (counted: Counted): Int32Array {
    const { whole } = counted
    if (whole === undefined) return this.#countEach(counted)
    const isKept = this.#kept?.follow(whole, (resource) => this.entriesOf(resource)) === true
    if (!isKept) this.#kept = new KeptCounts(whole, this.#countEach(counted))
    return this.#kept!.counts(this.groupCount)
  }

  #countEach (counted: Counted): Int32Array {
    const counts = new Int32Array(this.groupCount)
    const last = this.#hasRepeats ? new Int32Array(this.groupCount) : undefined
    const [groups, flags] = [this.#groups, this.#flags]
    const { has, seesPrivate } = counted
    this.#visit(counted, (resource, first, end) => {
      for (let entry = first; entry < end; entry++) {
        const group = groups[entry]!
        if (group === NONE) continue
        if (flags !== undefined && (flags[entry]! & PRIVATE) !== 0 && !seesPrivate(resource)) continue
        if (last !== undefined && group !== SINGLE) {
          if (last[group] === resource) continue
          last[group] = resource
        }
        counts[group]!++
      }
    })
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
    // The labels that are kept belong to the counts.
    const kept = counted.whole === undefined ? undefined : this.#kept?.labels
    if (kept === undefined) return this.#labels(counted, isWanted)
    const isMissing = isWanted.slice()
    const ofGroups = new Map<number, number>()
    for (const [group, id] of kept) {
      if (isWanted[group] !== 1) continue
      ofGroups.set(group, id)
      isMissing[group] = 0
    }
    if (!isMissing.includes(1)) return { ofGroups, singles: [] }
    const missing = this.#labels(counted, isMissing)
    for (const [group, id] of missing.ofGroups) {
      ofGroups.set(group, id)
      if (kept.size < MOST_LABELS) kept.set(group, id)
    }
    return { ofGroups, singles: missing.singles }
  }

  #labels (counted: Counted, isWanted: Uint8Array): { ofGroups: Map<number, number>, singles: number[] } {
    // By group; ids are from 1 upwards.
    const best = new Int32Array(isWanted.length)
    const blanks = new Uint8Array(isWanted.length)
    const singles: number[] = []
    const note = (group: number, id: number, flags: number): void => {
      if (group === SINGLE) {
        singles.push(id)
        return
      }
      const known = best[group]!
      const blank = flags & BLANK
      if (known !== 0 && (blank === blanks[group] ? id >= known : blank !== 0)) return
      best[group] = id
      blanks[group] = blank
    }
    const { has, seesPrivate } = counted
    const [groups, allFlags] = [this.#groups, this.#flags]
    this.#visit(counted, (resource, first, end) => {
      for (let entry = first; entry < end; entry++) {
        const group = groups[entry]!
        if (isWanted[group] !== 1) continue
        const flags = allFlags === undefined ? 0 : allFlags[entry]!
        if ((flags & PRIVATE) === 0 || seesPrivate(resource)) note(group, this.#idAt(entry, group), flags)
      }
    })
    for (const [resource, entries] of this.#extra) {
      if (!has(resource)) continue
      for (const { group, id, flags } of entries) {
        if (isWanted[group] === 1 && ((flags & PRIVATE) === 0 || seesPrivate(resource))) note(group, id, flags)
      }
    }
    const ofGroups = new Map<number, number>()
    for (let group = FIRST_GROUP; group < best.length; group++) if (best[group] !== 0) ofGroups.set(group, best[group]!)
    return { ofGroups, singles }
  }

  /** Calls `visit` for the counted resources that may have values, with the first position of these and the end. */
  #visit ({ resources, has }: Counted, visit: (resource: number, first: number, end: number) => void): void {
    const [rows, starts] = [this.#rows, this.#starts]
    if (rows === undefined) {
      for (let at = 0; at < resources.length; at++) {
        const resource = resources[at]!
        if (resource >= this.#end) return
        if (starts === undefined) visit(resource, resource, resource + 1)
        else visit(resource, starts[resource]!, starts[resource + 1]!)
      }
      return
    }
    for (let place = 0; place < rows.length; place++) {
      const resource = rows[place]!
      if (!has(resource)) continue
      if (starts === undefined) visit(resource, place, place + 1)
      else visit(resource, starts[place]!, starts[place + 1]!)
    }
  }

  /** The first position of a resource, and the one behind its last. */
  #range (resource: number): [first: number, end: number] {
    const place = this.#rows === undefined ? resource : positionOf(this.#rows, resource)
    if (resource >= this.#end || (this.#rows !== undefined && this.#rows[place] !== resource)) return [0, 0]
    return this.#starts === undefined ? [place, place + 1] : [this.#starts[place]!, this.#starts[place + 1]!]
  }

  #idAt (position: number, group: number): number {
    return this.#ids === undefined ? this.#groupIds[group]! : this.#ids.at(position)
  }

  #widenTo (group: number): void {
    const wide = groupNumbers(0, group)
    if (wide.BYTES_PER_ELEMENT <= this.#groups.BYTES_PER_ELEMENT) return
    const groups = groupNumbers(this.#groups.length, group)
    groups.set(this.#groups)
    this.#groups = groups
  }
}

/** Whether two values of a resource are in the same group. */
export function repeats (entries: readonly Entry[]): boolean {
  const groups = entries.flatMap(({ group }) => group === SINGLE ? [] : [group])
  return new Set(groups).size < groups.length
}
