import type { FacetKeys } from '../context/tasks.js'
import { entriesOf, FacetGroups, type GroupedValue } from './facet-groups.js'
import { GroupTable, targetOf } from './group-table.js'

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
  groups (end: number): FacetGroups {
    const table = this.#sharedKeys()
    let [part, at] = [0, 0]
    return FacetGroups.of(table, end, (resource) => {
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
