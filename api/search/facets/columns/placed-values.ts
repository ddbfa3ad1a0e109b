import { positionOf } from '../../../../db/keys/ascending.js'
import { PRIVATE } from '../../../../db/query/conditions/facet-rows.js'
import type { Counted } from './counted.js'
import { FIRST_GROUP, NONE, SINGLE, type Entry } from './entry.js'
import { classOf, GroupNumbers, groupOf, type GroupNumbersState } from './group-numbers.js'
import { Starts, type StartsState } from './starts.js'
import { ValueFlags, type ValueFlagsState } from './value-flags.js'
import { ValueIds, type ValueIdsState } from './value-ids.js'

/** What they are made from: the values of all resources, those of one after the other. */
export interface PlacedParts {
  /** Ids of the resources from 0 upwards are below this. */
  readonly end: number
  /** The resources that have values, ascending, where most have none; absent: every id has a place. */
  readonly rows?: Int32Array | undefined
  /** Position of the first value of each place; absent: no resource has more than one, its place is the position. */
  readonly starts?: Starts | undefined
  readonly groups: GroupNumbers
  /** Ids of the values; absent: all of a group have the same, which `groupIds` has. */
  readonly ids?: ValueIds | undefined
  readonly groupIds?: number[] | undefined
  /** Absent: no value has any. */
  readonly flags?: ValueFlags | undefined
  /** Whether a resource may have two values of a group. */
  readonly hasRepeats: boolean
}

/** The same as it is stored. */
export interface PlacedState extends Omit<PlacedParts, 'starts' | 'groups' | 'ids' | 'flags'> {
  readonly starts: StartsState | undefined
  readonly groups: GroupNumbersState
  readonly ids: ValueIdsState | undefined
  readonly flags: ValueFlagsState | undefined
}

/** The values of a column that have a place: each resource has room for as many as it had when the column was made. */
export class PlacedValues {
  readonly #end: number
  readonly #rows: Int32Array | undefined
  readonly #starts: Starts | undefined
  readonly #ids: ValueIds | undefined
  readonly #groupIds: number[]
  readonly #groups: GroupNumbers
  #flags: ValueFlags | undefined
  #hasRepeats: boolean

  constructor ({ end, rows, starts, groups, ids, groupIds = [], flags, hasRepeats }: PlacedParts) {
    this.#end = end
    this.#rows = rows
    this.#starts = starts
    this.#groups = groups
    this.#ids = ids
    this.#groupIds = groupIds
    this.#flags = flags
    this.#hasRepeats = hasRepeats
  }

  static of ({ starts, groups, ids, flags, ...others }: PlacedState): PlacedValues {
    return new PlacedValues({
      ...others,
      starts: starts && Starts.of(starts),
      groups: GroupNumbers.of(groups),
      ids: ids && ValueIds.of(ids),
      flags: flags && ValueFlags.of(flags)
    })
  }

  get state (): PlacedState {
    return {
      end: this.#end,
      rows: this.#rows,
      starts: this.#starts?.state,
      groups: this.#groups.state,
      ids: this.#ids?.state,
      groupIds: this.#groupIds,
      flags: this.#flags?.state,
      hasRepeats: this.#hasRepeats
    }
  }

  /** Rough size in bytes, with a bit for each resource. */
  get bytes (): number {
    const parts = [this.#groups, this.#starts, this.#ids, this.#flags]
    return parts.reduce((sum, part) => sum + (part?.bytes ?? 0), 0) + (this.#rows?.byteLength ?? 0) +
      8 * this.#groupIds.length + (this.#end >>> 3)
  }

  /** How much greater codes are than the numbers of groups of several values (`GroupNumbers`). */
  get shift (): number {
    return this.#groups.state.shift
  }

  /** Number of values that are groups of their own. */
  get singles (): number {
    let singles = 0
    for (let at = 0; at < this.#groups.length; at++) if (this.#groups.at(at) === SINGLE) singles++
    return singles
  }

  /** Has classes kept of values that are groups of their own, none of which is classified then. */
  keepClasses (): void {
    this.#groups.keepClasses()
  }

  /** Sets the class of a value that is a group of its own. */
  classify (resource: number, id: number, labelClass: number): void {
    const [first, end] = this.#range(resource)
    for (let at = first; at < end; at++) {
      if (this.#groups.at(at) === SINGLE && this.#idAt(at, SINGLE) === id) this.#groups.setClass(at, labelClass)
    }
  }

  entriesOf (resource: number): Entry[] {
    const entries: Entry[] = []
    const [first, end] = this.#range(resource)
    for (let at = first; at < end; at++) {
      const group = this.#groups.at(at)
      if (group !== NONE) entries.push({ group, id: this.#idAt(at, group), flags: this.#flags?.at(at) ?? 0 })
    }
    return entries
  }

  /** Sets the values of a resource. @returns false when there is no room for them: then it has none here. */
  replace (resource: number, entries: readonly Entry[]): boolean {
    this.#hasRepeats ||= repeats(entries)
    if (entries.some(({ flags }) => flags !== 0)) this.#flags ??= ValueFlags.ofLength(this.#groups.length)
    const [first, end] = this.#range(resource)
    const isFitting = entries.length <= end - first
    for (let at = first; at < end; at++) {
      const entry = isFitting ? entries[at - first] : undefined
      this.#groups.set(at, entry?.group ?? NONE)
      if (entry === undefined) continue
      this.#ids?.set(at, entry.id)
      this.#flags?.set(at, entry.flags)
    }
    if (this.#ids === undefined) for (const { group, id } of entries) this.#groupIds[group] = id
    return isFitting
  }

  /** Number of counted resources by code of a group. @param groupCount one more than the highest number of a group. */
  countByCode (counted: Counted, groupCount: number): Int32Array {
    const { low, high, shift } = this.#groups.state
    const counts = new Int32Array(groupCount + shift)
    const last = this.#hasRepeats ? new Int32Array(counts.length) : undefined
    const [rows, starts, privates] = [this.#rows, this.#starts, this.#flags?.privates]
    const { seesPrivate } = counted
    const places = this.#places(counted)
    for (let at = 0, next = -1, end = 0; at < places.length; at++) {
      const place = places[at]!
      const first = starts === undefined ? place : place === next ? end : starts.at(place)
      next = place + 1
      end = starts === undefined ? next : starts.at(next)
      for (let entry = first; entry < end; entry++) {
        const code = high === undefined ? low[entry]! : high[entry]! << 16 | low[entry]!
        if (code === NONE) continue
        if (privates?.has(entry) === true && !seesPrivate(rows === undefined ? place : rows[place]!)) continue
        if (last !== undefined && code > SINGLE + shift) {
          if (last[code] === place + 1) continue
          last[code] = place + 1
        }
        counts[code]!++
      }
    }
    return counts
  }

  /**
   * Calls `visit` for each counted value of some groups.
   *
   * @param isWanted by number of the group. @param visit with the class of its label, if it is a group of its own.
   */
  visit (
    counted: Counted,
    isWanted: Uint8Array,
    visit: (group: number, id: number, flags: number, labelClass: number) => void
  ): void {
    const { low, high, shift } = this.#groups.state
    const isWantedCode = new Uint8Array(isWanted.length + shift).fill(isWanted[SINGLE]!, SINGLE, FIRST_GROUP + shift)
    isWantedCode.set(isWanted.subarray(FIRST_GROUP), FIRST_GROUP + shift)
    const [rows, starts, allFlags] = [this.#rows, this.#starts, this.#flags]
    const places = this.#places(counted)
    for (let at = 0, next = -1, end = 0; at < places.length; at++) {
      const place = places[at]!
      const first = starts === undefined ? place : place === next ? end : starts.at(place)
      next = place + 1
      end = starts === undefined ? next : starts.at(next)
      for (let entry = first; entry < end; entry++) {
        const code = high === undefined ? low[entry]! : high[entry]! << 16 | low[entry]!
        if (isWantedCode[code] !== 1) continue
        const flags = allFlags?.at(entry) ?? 0
        if ((flags & PRIVATE) !== 0 && !counted.seesPrivate(rows === undefined ? place : rows[place]!)) continue
        const group = groupOf(code, shift)
        visit(group, this.#idAt(entry, group), flags, classOf(code))
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
function repeats (entries: readonly Entry[]): boolean {
  if (entries.length < 2) return false
  const groups = entries.flatMap(({ group }) => group === SINGLE ? [] : [group])
  return new Set(groups).size < groups.length
}
