import type { Target } from './record.js'

/** Labels of records and link targets in a part of a file. */
export class ChunkLabels {
  readonly #all: string[] = []
  readonly #indexes = new Map<string, number>()

  /** All labels by index. */
  get all (): readonly string[] {
    return this.#all
  }

  indexOf (label: string): number {
    let index = this.#indexes.get(label)
    if (index === undefined) this.#indexes.set(label, index = this.#all.push(label) - 1)
    return index
  }

  /** The negative target of a label in this part. */
  targetOf (label: string): Target {
    return -1 - this.indexOf(label)
  }
}
