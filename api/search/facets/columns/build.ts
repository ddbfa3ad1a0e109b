import { BLANK, LINK, type FacetRow } from '../../../../db/search/facet-rows.js'
import { Column, FIRST_GROUP, NONE, SINGLE } from './column.js'
import { KeyTable, longer } from './key-table.js'
import { ValueIds } from './value-ids.js'

/** Flags of groups while a column is built. */
const IS_LINK = 1
const IS_URI = 2
const IS_BLANK = 4
const SEVERAL = 8

/** Makes a column of the values of a property, which are added in the order of their resources. */
export class ColumnBuilder {
  readonly #keys = new KeyTable()
  #facts = new Uint8Array(64)
  /** By value: its resource, id, number of its key, and flags. */
  #resources: Int32Array = new Int32Array(1024)
  #ids: Int32Array = new Int32Array(1024)
  #numbers: Int32Array = new Int32Array(1024)
  #flags: Uint8Array = new Uint8Array(1024)
  #size = 0
  #hasFlags = false
  /** Whether a resource has two values. */
  #hasSeveral = false
  /** Last resource of each group, to find out whether a resource has two values of a group. */
  #last: Int32Array = new Int32Array(64)
  #hasRepeats = false

  add (rows: readonly FacetRow[]): void {
    for (const [resource, id, flags, key] of rows) {
      if (this.#size === this.#ids.length) this.#widen()
      const number = this.#keys.add(key)
      this.#note(number, resource, flags, key)
      const at = this.#size++
      if (at > 0 && this.#resources[at - 1] === resource) this.#hasSeveral = true
      this.#resources[at] = resource
      this.#ids[at] = id
      this.#numbers[at] = number
      this.#flags[at] = flags & ~LINK
      if ((flags & ~LINK) !== 0) this.#hasFlags = true
    }
  }

  /** @param end ids of resources are below it. */
  column (end: number): Column {
    const { groupOf, keys, varied } = this.#groups()
    const positions = this.#hasSeveral ? this.#size : end
    const starts = this.#hasSeveral ? this.#starts(end) : undefined
    const groups = new (keys.size + FIRST_GROUP > 0xf000 ? Int32Array : Uint16Array)(positions)
    const ids = new ValueIds(positions)
    const flags = this.#hasFlags ? new Uint8Array(positions) : undefined
    for (let at = 0; at < this.#size; at++) {
      const position = this.#hasSeveral ? at : this.#resources[at]!
      groups[position] = groupOf[this.#numbers[at]!]!
      ids.set(position, this.#ids[at]!)
      if (flags !== undefined) flags[position] = this.#flags[at]!
    }
    return new Column({ end, starts, groups, ids, flags, keys, varied, hasRepeats: this.#hasRepeats })
  }

  #note (number: number, resource: number, flags: number, key: string): void {
    if (number >= this.#facts.length) {
      const facts = new Uint8Array(2 * number)
      facts.set(this.#facts)
      this.#facts = facts
      this.#last = longerTo(this.#last, 2 * number)
    }
    const isNew = this.#last[number] === 0
    if (this.#last[number] === resource) this.#hasRepeats = true
    this.#last[number] = resource
    this.#facts[number]! |= (isNew ? 0 : SEVERAL) | ((flags & LINK) === 0 ? 0 : IS_LINK) |
      (key.startsWith('u') ? IS_URI : 0) | ((flags & BLANK) === 0 ? 0 : IS_BLANK)
  }

  /** Links, and what several values share, become groups; everything else is single. */
  #groups (): { groupOf: Int32Array, keys: KeyTable, varied: Set<number> } {
    const groupOf = new Int32Array(this.#keys.size).fill(SINGLE)
    const kept: number[] = []
    const varied = new Set<number>()
    for (let number = 0; number < this.#keys.size; number++) {
      const facts = this.#facts[number]!
      if ((facts & (SEVERAL | IS_LINK)) === 0) continue
      const group = FIRST_GROUP + kept.length
      kept.push(number)
      groupOf[number] = group
      if ((facts & (IS_LINK | IS_URI | IS_BLANK)) !== 0) varied.add(group)
    }
    return { groupOf, keys: this.#keys.only(Int32Array.from(kept)), varied }
  }

  #starts (end: number): Int32Array {
    const starts = new Int32Array(end + 1)
    for (let at = 0; at < this.#size; at++) starts[this.#resources[at]! + 1]!++
    for (let at = 1; at <= end; at++) starts[at]! += starts[at - 1]!
    return starts
  }

  #widen (): void {
    this.#resources = longer(this.#resources)
    this.#ids = longer(this.#ids)
    this.#numbers = longer(this.#numbers)
    const flags = new Uint8Array(this.#ids.length)
    flags.set(this.#flags)
    this.#flags = flags
  }
}

function longerTo (array: Int32Array, length: number): Int32Array {
  const all = new Int32Array(length).fill(NONE)
  all.set(array)
  return all
}
