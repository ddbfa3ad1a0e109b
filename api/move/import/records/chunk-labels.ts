import type { Target } from './record.js'

/** Labels that the records of a part of a file have or link to. */
export class ChunkLabels {
  readonly #all: string[] = []
  readonly #indexes = new Map<string, number>()

  /** By their indexes. */
  get all (): readonly string[] {
    return this.#all
  }

  indexOf (label: string): number {
    let index = this.#indexes.get(label)
    if (index === undefined) this.#indexes.set(label, index = this.#all.push(label) - 1)
    return index
  }

  /** The target that stands for a label in this part: negative. */
  targetOf (label: string): Target {
    return -1 - this.indexOf(label)
  }
}
