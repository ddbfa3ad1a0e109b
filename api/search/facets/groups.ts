import { BLANK, PRIVATE } from '../../../db/query/conditions/facet-rows.js'
import { Turns } from '../../core/sequence/turns.js'
import type { FacetKeys } from '../context/context.js'

/** Number of resources per page. A write replaces only the pages of the resources that it touched. */
const PAGE_RESOURCES = 1024

/**
 * An entry is a group of a resource: the number of the group, and these flags. For viewers who see private values, any
 * of the resource's values can label the group, for others only public ones.
 */
const FLAG_BITS = 3
/** All values are private. */
const IS_PRIVATE = 1
/** None of the values, or none of the public values, has a text. */
const IS_BLANK = 2
const IS_BLANK_IN_PUBLIC = 4

/** Group number that all values share that only one resource has. Each of them counts as a group of one. */
export const SINGLE = 0

/** A value of a resource: its key (`textKey`, `linkKey`), its group, and its flags (facet-rows.ts). */
interface GroupedValue { readonly key: number, readonly group: number, readonly flags: number }

/** The entries of consecutive resources: those of the nth are `entries[starts[n]]` to `entries[starts[n + 1] - 1]`. */
interface Page {
  readonly starts: Uint16Array | Uint32Array
  readonly entries: Uint16Array | Uint32Array
}

/** The resources to count, and for which of them private values count, too. */
export interface Counted {
  /** Ascending. */
  readonly resources: Int32Array
  seesPrivate (resource: number): boolean
}

/** Called for each group that a counted resource is in. `isBlank`: this resource gives the group no label. */
type Visit = (group: number, resource: number, isBlank: boolean) => void

/** The groups of each resource for one property or reference. Immutable, except that the table of groups grows. */
export class FacetGroups {
  private constructor (
    private readonly pages: ReadonlyArray<Page | undefined>,
    readonly table: GroupTable
  ) {}

  /** @param entriesOf gives the values of each resource below `end`, and is called in their order. */
  static async of (
    table: GroupTable, end: number, entriesOf: (resource: number) => readonly number[]
  ): Promise<FacetGroups> {
    const pages: Array<Page | undefined> = []
    const turns = new Turns()
    for (let from = 0; from < end; from += PAGE_RESOURCES) {
      pages.push(pageOf((at) => entriesOf(from + at)))
      await turns.next()
    }
    return new FacetGroups(pages, table)
  }

  /** Groups with the entries of some resources replaced. @param entries their current entries. */
  changed (entries: ReadonlyMap<number, readonly number[]>): FacetGroups {
    const pages = this.pages.slice()
    for (const number of new Set(Array.from(entries.keys(), (resource) => Math.floor(resource / PAGE_RESOURCES)))) {
      while (pages.length < number) pages.push(undefined)
      pages[number] = pageOf((at) =>
        entries.get(number * PAGE_RESOURCES + at) ?? entriesAt(this.pages[number], at))
    }
    return new FacetGroups(pages, this.table)
  }

  get byteLength (): number {
    return this.table.byteLength + this.pages.reduce((sum, page) =>
      sum + 8 + (page === undefined ? 0 : page.starts.byteLength + page.entries.byteLength), 0)
  }

  /** Number of resources by group; for SINGLE the number of groups. */
  count (counted: Counted): Int32Array {
    const counts = new Int32Array(this.table.size + 1)
    this.#eachPage(counted, (page, from, to) => { countPage(page, counted, from, to, counts) })
    return counts
  }

  /**
   * Visits the groups of each counted resource until `isDone` returns true. A hot loop, so it passes over groups that
   * are too small before it calls anything.
   *
   * @param sizes of the groups. @param least the size of the smallest groups to visit.
   */
  visit (counted: Counted, sizes: Int32Array, least: number, visit: Visit, isDone: () => boolean): void {
    this.#eachPage(counted, ({ starts, entries }, from, to) => {
      for (let index = from; index < to; index++) {
        const resource = counted.resources[index]!
        const at = resource % PAGE_RESOURCES
        const end = starts[at + 1]!
        for (let position = starts[at]!; position < end; position++) {
          const entry = entries[position]!
          const group = entry >>> FLAG_BITS
          if (sizes[group]! < least) continue
          const seesAll = counted.seesPrivate(resource)
          if ((entry & IS_PRIVATE) !== 0 && !seesAll) continue
          visit(group, resource, (entry & (seesAll ? IS_BLANK : IS_BLANK_IN_PUBLIC)) !== 0)
          if (isDone()) return true
        }
      }
      return false
    })
  }

  /** @param use called with each page and the range of counted resources in it; returns true to stop. */
  #eachPage ({ resources }: Counted, use: (page: Page, from: number, to: number) => boolean | void): void {
    for (let from = 0, to = 0; from < resources.length; from = to) {
      const number = Math.floor(resources[from]! / PAGE_RESOURCES)
      const end = (number + 1) * PAGE_RESOURCES
      while (to < resources.length && resources[to]! < end) to++
      const page = this.pages[number]
      if (page !== undefined && use(page, from, to) === true) return
    }
  }

  /** The resource that the links of a group point to; 0: not a group of links. */
  targetOf (group: number): number {
    return targetOf(this.table.keyOf(group))
  }
}

/** Counts the entries of a page. A hot loop, so it avoids function calls. */
function countPage (
  { starts, entries }: Page, { resources, seesPrivate }: Counted, from: number, to: number, counts: Int32Array
): void {
  for (let index = from; index < to; index++) {
    const at = resources[index]! % PAGE_RESOURCES
    const end = starts[at + 1]!
    for (let position = starts[at]!; position < end; position++) {
      const entry = entries[position]!
      if ((entry & IS_PRIVATE) === 0 || seesPrivate(resources[index]!)) counts[entry >>> FLAG_BITS]!++
    }
  }
}

/** The entries of the values of a resource, one for all equal values. */
export function entriesOf (values: readonly GroupedValue[]): number[] {
  const [value, ...others] = values
  if (value === undefined) return []
  if (others.length === 0) return [value.group << FLAG_BITS | flagsOf(value.flags)]
  const byKey = new Map<number, number>()
  for (const { key, group, flags } of values) {
    const before = byKey.get(key)
    const entry = group << FLAG_BITS | flagsOf(flags)
    byKey.set(key, before === undefined ? entry : before & entry)
  }
  return [...byKey.values()]
}

/** Flags of the entry of one value. Entries of equal values are combined with AND. */
function flagsOf (flags: number): number {
  const isBlank = (flags & BLANK) === 0 ? 0 : IS_BLANK | IS_BLANK_IN_PUBLIC
  return (flags & PRIVATE) === 0 ? isBlank : IS_PRIVATE | IS_BLANK_IN_PUBLIC | isBlank
}

function pageOf (entriesAt: (at: number) => readonly number[]): Page | undefined {
  const starts = [0]
  const entries: number[] = []
  for (let at = 0; at < PAGE_RESOURCES; at++) {
    for (const entry of entriesAt(at)) entries.push(entry)
    starts.push(entries.length)
  }
  return entries.length === 0 ? undefined : { starts: narrow(starts), entries: narrow(entries) }
}

function entriesAt (page: Page | undefined, at: number): readonly number[] {
  return page === undefined ? [] : Array.from(page.entries.subarray(page.starts[at], page.starts[at + 1]))
}

function narrow (numbers: readonly number[]): Uint16Array | Uint32Array {
  return numbers.every((number) => number <= 0xFFFF) ? Uint16Array.from(numbers) : Uint32Array.from(numbers)
}

/** Makes the groups of all resources from the keys of their values, which are added in the order of the resources. */
export class GroupBuilder {
  readonly #parts: FacetKeys[] = []
  /** All keys, including keys that only one resource has. */
  readonly #all = new GroupTable()
  /** For each key: the last resource that has it, and whether several resources have it. */
  #last = new Int32Array(64)
  #isShared = new Uint8Array(64)

  add (part: FacetKeys): void {
    this.#parts.push(part)
    for (let at = 0; at < part.keys.length; at++) {
      const number = this.#all.add(part.keys[at]!)
      if (number >= this.#last.length) this.#grow()
      if (this.#last[number] !== 0 && this.#last[number] !== part.resources[at]) this.#isShared[number] = 1
      this.#last[number] = part.resources[at]!
    }
  }

  #grow (): void {
    const [last, isShared] = [this.#last, this.#isShared]
    this.#last = new Int32Array(2 * last.length)
    this.#isShared = new Uint8Array(2 * last.length)
    this.#last.set(last)
    this.#isShared.set(isShared)
  }

  /** @param end exclusive upper bound of resource ids. */
  async groups (end: number): Promise<FacetGroups> {
    const table = this.#sharedKeys()
    let [part, at] = [0, 0]
    return await FacetGroups.of(table, end, (resource) => {
      while (part < this.#parts.length && at >= this.#parts[part]!.keys.length) [part, at] = [part + 1, 0]
      const values: GroupedValue[] = []
      // The values of a resource are all in one part.
      const { resources, keys, flags } = this.#parts[part] ?? NONE
      for (; resources[at] === resource; at++) {
        values.push({ key: keys[at]!, group: table.get(keys[at]!), flags: flags[at]! })
      }
      return entriesOf(values)
    })
  }

  /** The keys that need a group: keys that several resources have, and links, whose targets may be hidden. */
  #sharedKeys (): GroupTable {
    const numbers: number[] = []
    for (let number = 1; number <= this.#all.size; number++) {
      if (this.#isShared[number] === 1 || targetOf(this.#all.keyOf(number)) !== 0) numbers.push(number)
    }
    const table = new GroupTable(numbers.length)
    for (const number of numbers) table.add(this.#all.keyOf(number))
    return table
  }
}

const NONE: FacetKeys = { resources: new Int32Array(), keys: new Float64Array(), flags: new Uint8Array() }

/** Minimal number of hash slots per key: with fewer, lookups become slow. */
const SLOTS_PER_KEY = 2

/**
 * A hash table that numbers the keys of groups from 1 upwards. Keys are whole numbers. Typed arrays take 16 to 24 bytes
 * per key, a fifth of a Map.
 */
class GroupTable {
  /** Keys by number. */
  #keys: Float64Array
  /** Numbers, each in the first free slot from the hash slot of its key on (linear probing). */
  #slots: Int32Array
  #size = 0

  /** @param room initial capacity in keys. */
  constructor (room = 16) {
    this.#keys = new Float64Array(room + 1)
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(SLOTS_PER_KEY * (room + 1))))
  }

  get size (): number {
    return this.#size
  }

  get byteLength (): number {
    return this.#keys.byteLength + this.#slots.byteLength
  }

  keyOf (group: number): number {
    return this.#keys[group]!
  }

  /** The number of a key; 0: it is not in the table. */
  get (key: number): number {
    return this.#slots[this.#slotOf(key)]!
  }

  /** The number of a key, which is added if it is not in the table yet. */
  add (key: number): number {
    const slot = this.#slotOf(key)
    if (this.#slots[slot] !== 0) return this.#slots[slot]!
    const number = ++this.#size
    if (number === this.#keys.length) this.#grow()
    this.#keys[number] = key
    this.#slots[this.#slotOf(key)] = number
    return number
  }

  #slotOf (key: number): number {
    const last = this.#slots.length - 1
    let slot = (key >>> 0) & last
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & last) if (this.#keys[this.#slots[slot]!] === key) break
    return slot
  }

  #grow (): void {
    const keys = new Float64Array(2 * this.#keys.length)
    keys.set(this.#keys)
    this.#keys = keys
    this.#slots = new Int32Array(2 * this.#slots.length)
    for (let number = 1; number < this.#size; number++) this.#slots[this.#slotOf(keys[number]!)] = number
  }
}

/** The key of links to a resource: negative, unlike the keys of texts. */
export const linkKey = (target: number): number => -target

/** The resource that a key of links points to; 0: not a key of links. */
export const targetOf = (key: number): number => key < 0 ? -key : 0

/**
 * The key of a text: 53 bits of a hash. Among a million texts, the chance that any two have the same is 1 in 18,000.
 */
export function textKey (text: string): number {
  let low = 0x9E3779B9
  let high = 0x85EBCA6B
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul((high << 5 | high >>> 27) ^ code, 0x9E3779B1)
  }
  low = mixed(low ^ (high >>> 15))
  high = mixed(high ^ low)
  return (high & 0x1FFFFF) * 2 ** 32 + (low >>> 0)
}

function mixed (bits: number): number {
  let result = Math.imul(bits ^ (bits >>> 16), 0x85EBCA6B)
  result = Math.imul(result ^ (result >>> 13), 0xC2B2AE35)
  return result ^ (result >>> 16)
}
