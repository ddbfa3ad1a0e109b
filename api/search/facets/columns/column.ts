import { BLANK, PRIVATE } from '../../../../db/query/conditions/facet-rows.js'
import { Bits } from './bits.js'
import type { ColumnParts, ColumnState } from './column-parts.js'
import type { Counted } from './counted.js'
import { FIRST_GROUP, SINGLE, type Entry } from './entry.js'
import { KeptCounts } from './kept-counts.js'
import { KeyTable } from './key-table.js'
import { CLASSES, LabelClasses, UNCLASSIFIED } from './label-classes.js'
import { PlacedValues } from './placed-values.js'

/** So many labels are kept for the counts of a whole. */
const MOST_LABELS = 5000

/** The last class of labels that are wanted, and how many of these, should it be one label of many. */
export interface LastClass { readonly number: number, readonly needed: number }

/** The values by which groups of several are labelled, by number, and those that are groups of their own. */
interface Labelling { ofGroups: Map<number, number>, singles: number[] }

/**
 * The values of one property by resource, or what resources refer to, as numbers of their groups: counting goes through
 * an array instead of the database. It takes some five bytes a value.
 */
export class Column {
  readonly keys: KeyTable
  readonly varied: Bits
  readonly #placed: PlacedValues
  readonly #extra: Map<number, readonly Entry[]>
  #extraEntries: number
  /** Of the resources that were last counted as a whole. */
  #kept: KeptCounts | undefined
  #classes: LabelClasses | undefined

  constructor ({ placed, keys, varied, extra }: ColumnParts) {
    this.#placed = placed
    this.keys = keys
    this.varied = varied
    this.#extra = extra ?? new Map()
    this.#extraEntries = [...this.#extra.values()].reduce((sum, entries) => sum + entries.length, 0)
  }

  static of ({ placed, keys, varied, extra, classes }: ColumnState): Column {
    const column = new Column({
      placed: PlacedValues.of(placed), keys: KeyTable.of(keys), varied: new Bits(varied), extra
    })
    column.#classes = classes && LabelClasses.of(classes)
    return column
  }

  get state (): ColumnState {
    return {
      placed: this.#placed.state,
      keys: this.keys.state,
      varied: this.varied.array,
      extra: this.#extra,
      classes: this.#classes?.state
    }
  }

  /** Rough size in bytes, that of counts that are kept included. */
  get bytes (): number {
    return this.#placed.bytes + this.keys.bytes + (this.#classes?.bytes ?? 0) + this.varied.array.byteLength +
      150 * this.#extraEntries + 4 * this.groupCount
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
    return this.#placed.singles + this.keys.size - this.varied.size
  }

  /** The classes of the labels, if they are kept. */
  get classes (): LabelClasses | undefined {
    return this.#classes
  }

  /** Keeps classes of the labels, all of which are to be set by `classify` then. @param sample sort keys of some. */
  keepClasses (sample: readonly string[]): void {
    this.#classes = LabelClasses.boundedBy(sample, this.groupCount)
    this.#placed.keepClasses()
  }

  /** Sets the class of the label of a value, if classes are kept. @param key the label's sort key. */
  classify (resource: number, id: number, group: number, key: string): void {
    const classes = this.#classes
    if (classes === undefined) return
    if (group !== SINGLE) return classes.setGroup(group, key)
    if (this.#extra.has(resource)) return classes.setExtra(id, key)
    this.#placed.classify(resource, id, classes.classOf(key))
  }

  /** How many of the groups of one value are counted in each class of their labels. */
  singlesByClass (counted: Counted): Int32Array {
    const counts = this.#placed.countByCode(counted, this.groupCount).slice(SINGLE, SINGLE + CLASSES)
    this.#visitExtra(counted, (seen) => {
      for (const { group, id } of seen) if (group === SINGLE) counts[this.#classes!.ofExtra(id)]!++
    })
    return counts
  }

  /** The values of a resource. */
  entriesOf (resource: number): readonly Entry[] {
    return this.#extra.get(resource) ?? this.#placed.entriesOf(resource)
  }

  /** Sets the values of a resource. */
  replace (resource: number, entries: readonly Entry[]): void {
    const before = this.entriesOf(resource)
    // Most of what is written has no values of most properties.
    if (before.length === 0 && entries.length === 0) return
    this.#kept?.replace(resource, before, entries)
    const extra = this.#extra.get(resource) ?? []
    for (const { id } of extra) this.#classes?.forgetExtra(id)
    this.#extraEntries -= extra.length
    this.#extra.delete(resource)
    if (this.#placed.replace(resource, entries)) return
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
    const byCode = this.#placed.countByCode(counted, this.groupCount)
    const { shift } = this.#placed
    const counts = new Int32Array(this.groupCount)
    counts.set(byCode.subarray(FIRST_GROUP + shift), FIRST_GROUP)
    for (let code = SINGLE; code <= SINGLE + shift; code++) counts[SINGLE]! += byCode[code]!
    this.#visitExtra(counted, (seen) => {
      const groups = new Set<number>()
      for (const { group } of seen) {
        if (group === SINGLE) counts[SINGLE]!++
        else groups.add(group)
      }
      for (const group of groups) counts[group]!++
    })
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
    const take = (group: number, id: number, flags: number, number: number): void => {
      if (group === SINGLE) {
        if (alike !== undefined && number === last!.number) alike.push(id)
        else if (last === undefined || number <= last.number) singles.push(id)
        return
      }
      const known = best[group]!
      const blank = flags & BLANK
      if (known !== 0 && (blank === blanks[group] ? id >= known : blank !== 0)) return
      best[group] = id
      blanks[group] = blank
    }
    this.#placed.visit(counted, isWanted, take)
    this.#visitExtra(counted, (seen) => {
      for (const { group, id, flags } of seen) {
        if (isWanted[group] === 1) take(group, id, flags, classes?.ofExtra(id) ?? UNCLASSIFIED)
      }
    })
    if (alike !== undefined) singles.push(...Int32Array.from(alike).sort().subarray(0, last!.needed))
    const ofGroups = new Map<number, number>()
    for (let group = FIRST_GROUP; group < best.length; group++) if (best[group] !== 0) ofGroups.set(group, best[group]!)
    return { ofGroups, singles }
  }

  /** Calls `visit` with the counted values of each resource that have no place. */
  #visitExtra ({ has, seesPrivate }: Counted, visit: (seen: readonly Entry[]) => void): void {
    for (const [resource, entries] of this.#extra) {
      if (has(resource)) visit(entries.filter(({ flags }) => (flags & PRIVATE) === 0 || seesPrivate(resource)))
    }
  }
}
