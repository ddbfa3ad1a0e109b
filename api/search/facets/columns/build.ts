import { BLANK, LINK, type FacetRow } from '../../../../db/query/conditions/facet-rows.js'
import { Bits } from './bits.js'
import { Column } from './column.js'
import { FIRST_GROUP, NONE, SINGLE } from './entry.js'
import { GroupNumbers } from './group-numbers.js'
import { KeyTable } from './key-table.js'
import { NumberList } from './number-list.js'
import { PlacedValues } from './placed-values.js'
import { Starts } from './starts.js'
import { ValueFlags } from './value-flags.js'
import { ValueIds } from './value-ids.js'

/** Bits of the flags of a value. */
const FLAG_BITS = 2

/** Flags of groups while a column is built. */
const IS_LINK = 1
const IS_URI = 2
const IS_BLANK = 4
const SEVERAL = 8

/** Where fewer than one in so many resources has a value, these are listed. */
const SPARSE = 3

/** Makes a column of the values of a property, which are added in the order of their resources. */
export class ColumnBuilder {
  readonly #keys = new KeyTable()
  #facts = new Uint8Array(64)
  /** By value: its resource, its id, and the number of its key with its flags in the last bits. */
  readonly #resources = new NumberList()
  readonly #ids = new NumberList()
  readonly #numbers = new NumberList()
  #hasFlags = false
  /** Number of resources with values. */
  #resourceCount = 0
  #lastResource = -1
  /** Whether a resource has two values. */
  #hasSeveral = false
  /** Last resource of each group, to find out whether a resource has two values of a group. */
  #last: Int32Array = new Int32Array(64)
  #hasRepeats = false
  readonly #isReference: boolean

  /** @param isReference whether all values of a group have the same id: that of what resources refer to. */
  constructor (isReference: boolean) {
    this.#isReference = isReference
  }

  add (rows: readonly FacetRow[]): void {
    for (const [resource, id, allFlags, key] of rows) {
      const number = this.#keys.add(key)
      this.#note(number, resource, allFlags, key)
      if (resource === this.#lastResource) this.#hasSeveral = true
      else this.#resourceCount++
      this.#lastResource = resource
      const flags = allFlags & ~LINK
      this.#resources.add(resource)
      this.#ids.add(id)
      this.#numbers.add(number << FLAG_BITS | flags)
      if (flags !== 0) this.#hasFlags = true
    }
  }

  /** @param end ids of resources are below it. */
  column (end: number): Column {
    const { groupOf, keys, varied } = this.#groups()
    const rows = this.#resourceCount * SPARSE < end ? this.#rows() : undefined
    const places = rows === undefined ? end : rows.length
    const positions = this.#hasSeveral ? this.#ids.length : places
    const starts = this.#hasSeveral ? new Int32Array(places + 1) : undefined
    const groups = GroupNumbers.ofLength(positions, keys.size + FIRST_GROUP)
    const ids = this.#isReference ? undefined : new Int32Array(positions)
    const groupIds: number[] | undefined = this.#isReference ? [] : undefined
    const flags = this.#hasFlags ? ValueFlags.ofLength(positions) : undefined
    for (let at = 0, place = -1, before = -1; at < this.#ids.length; at++) {
      const resource = this.#resources.at(at)
      const number = this.#numbers.at(at)
      if (rows === undefined) place = resource
      else if (resource !== before) place++
      before = resource
      const position = this.#hasSeveral ? at : place
      if (starts !== undefined) starts[place + 1]!++
      const group = groupOf[number >>> FLAG_BITS]!
      groups.set(position, group)
      if (ids !== undefined) ids[position] = this.#ids.at(at)
      if (groupIds !== undefined) groupIds[group] = this.#ids.at(at)
      flags?.set(position, number & (2 ** FLAG_BITS - 1))
    }
    if (starts !== undefined) for (let place = 1; place <= places; place++) starts[place]! += starts[place - 1]!
    const placed = new PlacedValues({
      end,
      rows,
      starts: starts && Starts.from(starts),
      groups,
      ids: ids && ValueIds.from(ids),
      groupIds,
      flags,
      hasRepeats: this.#hasRepeats
    })
    return new Column({ placed, keys, varied })
  }

  /** The resources with values. */
  #rows (): Int32Array {
    const rows = new Int32Array(this.#resourceCount)
    for (let at = 0, length = 0; at < this.#resources.length; at++) {
      const resource = this.#resources.at(at)
      if (length === 0 || resource !== rows[length - 1]) rows[length++] = resource
    }
    return rows
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
  #groups (): { groupOf: Int32Array, keys: KeyTable, varied: Bits } {
    const groupOf = new Int32Array(this.#keys.size).fill(SINGLE)
    const kept: number[] = []
    const varied = new Bits()
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
}

function longerTo (array: Int32Array, length: number): Int32Array {
  const all = new Int32Array(length).fill(NONE)
  all.set(array)
  return all
}
