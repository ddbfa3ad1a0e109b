import type { Column } from './column.js'
import type { Counted } from './counted.js'
import { SINGLE } from './entry.js'
import { PRIVATE } from '../../../../db/query/conditions/facet-rows.js'

/** It is to be made anew when so many times as many groups came as there is room for. */
const WORN = 5

/** A group by its label; of a group of one value, which has the number SINGLE, also that value and its resource. */
interface Labelled { key: string, group: number, id: number, resource: number }

/** What an order consists of. */
export interface LabelOrderState {
  readonly room: number
  readonly entries: readonly Labelled[]
  readonly isComplete: boolean
}

/** Groups chosen among those of one size: their numbers, and the ids of groups of one value. */
export interface Chosen { groups: number[], singles: number[] }

/**
 * The groups with the least labels, for properties that have many groups of the same size: identifiers, titles. Groups
 * with a varying label (`Column.varied`) are not among them. Those that do not exist any more may still be.
 */
export class LabelOrder {
  readonly #room: number
  #entries: Labelled[] = []
  #offered: Labelled[] = []
  /** Numbers of the groups of several values among them. */
  #groups = new Set<number>()
  #isComplete = true
  /** Groups that came since it was ready, many of which may have gone again. */
  #added = 0
  /** Whether every group has been offered. */
  isReady = false

  /** @param room number of groups that are kept. */
  constructor (room: number) {
    this.#room = room
  }

  static of ({ room, entries, isComplete }: LabelOrderState): LabelOrder {
    const order = new LabelOrder(room)
    order.#entries = [...entries]
    order.#groups = groupsIn(entries)
    order.#isComplete = isComplete
    order.isReady = true
    return order
  }

  get state (): LabelOrderState {
    this.#settle()
    return { room: this.#room, entries: this.#entries, isComplete: this.#isComplete }
  }

  /** Whether so much has changed that it should be made anew. */
  get isWorn (): boolean {
    const left = this.#entries.length + this.#offered.length
    return this.#added > WORN * this.#room || (!this.#isComplete && left < this.#room / 2)
  }

  get bytes (): number {
    return 200 * (this.#entries.length + this.#offered.length)
  }

  /** Whether a group of several values is among them. */
  has (group: number): boolean {
    return this.#groups.has(group)
  }

  /** Drops the groups of one value of some resources, which may have another label by now. */
  forget (resources: ReadonlySet<number>): void {
    this.#settle()
    this.#entries = this.#entries.filter(({ group, resource }) => group !== SINGLE || !resources.has(resource))
  }

  /** @param key sort key of the label. @param id of the value, if it is the only one of its group. */
  offer (key: string, group: number, id: number, resource: number): void {
    const last = this.#entries.at(-1)
    if (!this.#isComplete && (last === undefined || key > last.key)) return
    if (this.isReady) this.#added++
    this.#offered.push({ key, group, id: group === SINGLE ? id : 0, resource })
    if (group !== SINGLE) this.#groups.add(group)
    if (this.#offered.length >= this.#room) this.#settle()
  }

  /**
   * Chooses among the groups of one size those with the least labels, including all with the same label as the last.
   *
   * @param counts by number. @param size of the groups. @param least number of groups to choose, if there are so many.
   * @returns undefined when too few of them are known.
   */
  choose (column: Column, counts: Int32Array, counted: Counted, size: number, least: number): Chosen | undefined {
    if (!this.isReady) return undefined
    this.#settle()
    const chosen: Chosen = { groups: [], singles: [] }
    const seen = new Set<number>()
    let run = ''
    let ofRun = 0
    let boundary: string | undefined
    for (const { key, group, id, resource } of this.#entries) {
      if (boundary !== undefined && key > boundary) return chosen
      if (key !== run) [run, ofRun] = [key, 0]
      const mark = group === SINGLE ? -id : group
      if (seen.has(mark)) continue
      if (group === SINGLE) {
        // Within one label groups of several values come first, then those of one in the order of their ids.
        if (ofRun === least) return chosen
        if (size !== 1 || !counted.has(resource) || !isThere(column, resource, id, counted)) continue
        ofRun++
        chosen.singles.push(id)
      } else {
        if (counts[group] !== size) continue
        chosen.groups.push(group)
      }
      seen.add(mark)
      if (seen.size >= least) boundary ??= key
    }
    return this.#isComplete ? chosen : undefined
  }

  #settle (): void {
    if (this.#offered.length === 0) return
    const all = this.#entries.concat(this.#offered)
    all.sort((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id)
    this.#entries = all.slice(0, this.#room)
    if (all.length > this.#room) {
      this.#isComplete = false
      this.#groups = groupsIn(this.#entries)
    }
    this.#offered = []
  }
}

const groupsIn = (entries: readonly Labelled[]): Set<number> =>
  new Set(entries.flatMap(({ group }) => group === SINGLE ? [] : group))

function isThere (column: Column, resource: number, id: number, { seesPrivate }: Counted): boolean {
  return column.entriesOf(resource).some((entry) => entry.group === SINGLE && entry.id === id &&
    ((entry.flags & PRIVATE) === 0 || seesPrivate(resource)))
}
