import { positionOf } from '../../../../db/ascending.js'
import { BLANK, PRIVATE } from '../../../../db/search/facet-rows.js'
import { Bits } from './bits.js'
import type { ColumnParts, ColumnState } from './column-parts.js'
import { FIRST_GROUP, NONE, SINGLE, type Entry } from './entry.js'
import { GroupNumbers } from './group-numbers.js'
import { KeptCounts, type Whole } from './kept-counts.js'
import { KeyTable } from './key-table.js'
import { CLASSES, LabelClasses, UNCLASSIFIED } from './label-classes.js'
import { Starts } from './starts.js'
import { ValueFlags } from './value-flags.js'
import { ValueIds } from './value-ids.js'

/** So many labels are kept for the counts of a whole. */
const MOST_LABELS = 5000

/** The last class of labels that are wanted, and how many of these, should it be one label of many. */
export interface LastClass { readonly number: number, readonly needed: number }

/** The values by which groups of several are labelled, by number, and those that are groups of their own. */
interface Labelling { ofGroups: Map<number, number>, singles: number[] }

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
 * an array instead of the database. It takes some five bytes a value.
 */
export class Column {
  readonly keys: KeyTable
  readonly varied: Bits
  readonly #end: number
  readonly #rows: Int32Array | undefined
  readonly #starts: Starts | undefined
  readonly #ids: ValueIds | undefined
  readonly #groupIds: number[]
  readonly #groups: GroupNumbers
  #flags: ValueFlags | undefined
  readonly #extra: Map<number, readonly Entry[]>
  #extraEntries: number
  #hasRepeats: boolean
  /** Of the resources that were last counted as a whole. */
  #kept: KeptCounts | undefined
  #classes: LabelClasses | undefined

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

  static of ({ starts, groups, ids, flags, keys, varied, classes, ...others }: ColumnState): Column {
    const column = new Column({
      ...others,
      starts: starts && Starts.of(starts),
      groups: GroupNumbers.of(groups),
      ids: ids && ValueIds.of(ids),
      flags: flags && ValueFlags.of(flags),
      keys: KeyTable.of(keys),
      varied: new Bits(varied)
    })
    column.#classes = classes && LabelClasses.of(classes)
    return column
  }

  get state (): ColumnState {
    return {
      end: this.#end,
      rows: this.#rows,
      starts: this.#starts?.state,
      groups: this.#groups.state,
      ids: this.#ids?.state,
      groupIds: this.#groupIds,
      flags: this.#flags?.state,
      keys: this.keys.state,
      varied: this.varied.array,
      hasRepeats: this.#hasRepeats,
      extra: this.#extra,
      classes: this.#classes?.isReady === true ? this.#classes.state : undefined
    }
  }

  /** Rough size in bytes, that of counts that are kept included. */
  get bytes (): number {
    const parts = [this.#groups, this.#starts, this.#ids, this.#flags, this.keys, this.#classes]
    return parts.reduce((sum, part) => sum + (part?.bytes ?? 0), 0) + (this.#rows?.byteLength ?? 0) +
      8 * this.#groupIds.length + this.varied.array.byteLength + 150 * this.#extraEntries +
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

  /** Number of groups that have one label, whichever of their values are counted. */
  get labelCount (): number {
    let singles = 0
    for (let at = 0; at < this.#groups.length; at++) if (this.#groups.at(at) === SINGLE) singles++
    return singles + this.keys.size - this.varied.size
  }

  /** The classes of the labels, if they are kept. */
  get classes (): LabelClasses | undefined {
    return this.#classes
  }

  /** Keeps classes of the labels, all of which are to be set by `classify` then. @param sample sort keys of some. */
  keepClasses (sample: readonly string[]): void {
    this.#classes = LabelClasses.boundedBy(sample, this.#groups.length, this.groupCount)
  }

  /** Sets the class of the label of a value, if classes are kept. @param key the label's sort key. */
  classify (resource: number, id: number, group: number, key: string): void {
    if (group !== SINGLE) return this.#classes?.setGroup(group, key)
    if (this.#extra.has(resource)) return this.#classes?.setSingle(undefined, id, key)
    const [first, last] = this.#range(resource)
    for (let at = first; at < last; at++) {
      if (this.#groups.at(at) === SINGLE && this.#idAt(at, SINGLE) === id) this.#classes?.setSingle(at, id, key)
    }
  }

  /** How many of the groups of one value are counted in each class of their labels. */
  singlesByClass (counted: Counted): Int32Array {
    const counts = new Int32Array(CLASSES)
    const classes = this.#classes!
    const isWanted = new Uint8Array(this.groupCount)
    isWanted[SINGLE] = 1
    this.#visitEntries(counted, isWanted, (_group, id, _flags, position) => {
      counts[classes.ofSingle(position, id)]!++
    })
    return counts
  }

  /** The values of a resource. */
  entriesOf (resource: number): readonly Entry[] {
    const extra = this.#extra.get(resource)
    if (extra !== undefined) return extra
    const entries: Entry[] = []
    const [first, last] = this.#range(resource)
    for (let at = first; at < last; at++) {
      const group = this.#groups.at(at)
      if (group !== NONE) entries.push({ group, id: this.#idAt(at, group), flags: this.#flags?.at(at) ?? 0 })
    }
    return entries
  }

  /** Sets the values of a resource. */
  replace (resource: number, entries: readonly Entry[]): void {
    this.#kept?.replace(resource, this.entriesOf(resource), entries)
    this.#hasRepeats ||= repeats(entries)
    if (entries.some(({ flags }) => flags !== 0)) this.#flags ??= ValueFlags.ofLength(this.#groups.length)
    const extra = this.#extra.get(resource) ?? []
    for (const { id } of extra) this.#classes?.forget(undefined, id)
    this.#extraEntries -= extra.length
    this.#extra.delete(resource)
    const [first, last] = this.#range(resource)
    const isFitting = entries.length <= last - first
    for (let at = first; at < last; at++) {
      this.#classes?.forget(at, 0)
      const entry = isFitting ? entries[at - first] : undefined
      this.#groups.set(at, entry?.group ?? NONE)
      if (entry === undefined) continue
      this.#ids?.set(at, entry.id)
      this.#flags?.set(at, entry.flags)
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
    const [rows, starts, privates] = [this.#rows, this.#starts, this.#flags?.privates]
    const { low, high } = this.#groups.state
    const { has, seesPrivate } = counted
    const places = this.#places(counted)
    for (let at = 0, next = -1, end = 0; at < places.length; at++) {
      const place = places[at]!
      const first = starts === undefined ? place : place === next ? end : starts.at(place)
      next = place + 1
      end = starts === undefined ? next : starts.at(next)
      for (let entry = first; entry < end; entry++) {
        const group = high === undefined ? low[entry]! : high[entry]! << 16 | low[entry]!
        if (group === NONE) continue
        if (privates?.has(entry) === true && !seesPrivate(rows === undefined ? place : rows[place]!)) continue
        if (last !== undefined && group !== SINGLE) {
          if (last[group] === place + 1) continue
          last[group] = place + 1
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
   * @param isWanted by number; of SINGLE: whether groups of one value are wanted.
   * @param last of the labels of those; they may also be unclassified. Absent: of any class.
   */
  labelling (counted: Counted, isWanted: Uint8Array, last?: LastClass): Labelling {
    // The labels that are kept belong to the counts.
    const kept = counted.whole === undefined ? undefined : this.#kept?.labels
    if (kept === undefined) return this.#labels(counted, isWanted, last)
    const isMissing = isWanted.slice()
    const ofGroups = new Map<number, number>()
    for (const [group, id] of kept) {
      if (isWanted[group] !== 1) continue
      ofGroups.set(group, id)
      isMissing[group] = 0
    }
    if (!isMissing.includes(1)) return { ofGroups, singles: [] }
    const missing = this.#labels(counted, isMissing, last)
    for (const [group, id] of missing.ofGroups) {
      ofGroups.set(group, id)
      if (kept.size < MOST_LABELS) kept.set(group, id)
    }
    return { ofGroups, singles: missing.singles }
  }

  #labels (counted: Counted, isWanted: Uint8Array, last?: LastClass): Labelling {
    // By group; ids are from 1 upwards.
    const best = new Int32Array(isWanted.length)
    const blanks = new Uint8Array(isWanted.length)
    const singles: number[] = []
    const classes = last === undefined ? undefined : this.#classes
    // Those with the same label come in the order of their ids.
    const alike: number[] | undefined = last !== undefined && classes?.isOfOne(last.number) === true ? [] : undefined
    this.#visitEntries(counted, isWanted, (group, id, flags, position) => {
      if (group === SINGLE) {
        const number = classes?.ofSingle(position, id) ?? UNCLASSIFIED
        if (alike !== undefined && number === last!.number) alike.push(id)
        else if (last === undefined || number <= last.number) singles.push(id)
        return
      }
      const known = best[group]!
      const blank = flags & BLANK
      if (known !== 0 && (blank === blanks[group] ? id >= known : blank !== 0)) return
      best[group] = id
      blanks[group] = blank
    })
    if (alike !== undefined) singles.push(...Int32Array.from(alike).sort().subarray(0, last!.needed))
    const ofGroups = new Map<number, number>()
    for (let group = FIRST_GROUP; group < best.length; group++) if (best[group] !== 0) ofGroups.set(group, best[group]!)
    return { ofGroups, singles }
  }

  /** Calls `visit` for each counted value of some groups. @param isWanted by number of the group. */
  #visitEntries (
    counted: Counted,
    isWanted: Uint8Array,
    visit: (group: number, id: number, flags: number, position: number | undefined) => void
  ): void {
    const { has, seesPrivate } = counted
    const { low, high } = this.#groups.state
    const [rows, starts, allFlags] = [this.#rows, this.#starts, this.#flags]
    const places = this.#places(counted)
    for (let at = 0, next = -1, end = 0; at < places.length; at++) {
      const place = places[at]!
      const first = starts === undefined ? place : place === next ? end : starts.at(place)
      next = place + 1
      end = starts === undefined ? next : starts.at(next)
      for (let entry = first; entry < end; entry++) {
        const group = high === undefined ? low[entry]! : high[entry]! << 16 | low[entry]!
        if (isWanted[group] !== 1) continue
        const flags = allFlags?.at(entry) ?? 0
        const isSeen = (flags & PRIVATE) === 0 || seesPrivate(rows === undefined ? place : rows[place]!)
        if (isSeen) visit(group, this.#idAt(entry, group), flags, entry)
      }
    }
    for (const [resource, entries] of this.#extra) {
      if (!has(resource)) continue
      for (const { group, id, flags } of entries) {
        const isSeen = (flags & PRIVATE) === 0 || seesPrivate(resource)
        if (isSeen && isWanted[group] === 1) visit(group, id, flags, undefined)
      }
    }
  }

  /** The places of the counted resources that may have values, ascending. */
  #places (counted: Counted): Int32Array {
    const rows = this.#rows
    const { has } = counted
    if (rows === undefined) {
      const { resources } = counted
      return resources.subarray(0, positionOf(resources, this.#end))
    }
    const places = new Int32Array(rows.length)
    let length = 0
    for (let place = 0; place < rows.length; place++) if (has(rows[place]!)) places[length++] = place
    return places.subarray(0, length)
  }

  /** The first position of a resource, and the one behind its last. */
  #range (resource: number): [first: number, end: number] {
    const place = this.#rows === undefined ? resource : positionOf(this.#rows, resource)
    if (resource >= this.#end || (this.#rows !== undefined && this.#rows[place] !== resource)) return [0, 0]
    return this.#starts === undefined ? [place, place + 1] : [this.#starts.at(place), this.#starts.at(place + 1)]
  }

  #idAt (position: number, group: number): number {
    return this.#ids === undefined ? this.#groupIds[group]! : this.#ids.at(position)
  }
}

/** Whether two values of a resource are in the same group. */
export function repeats (entries: readonly Entry[]): boolean {
  const groups = entries.flatMap(({ group }) => group === SINGLE ? [] : [group])
  return new Set(groups).size < groups.length
}
