/** Number of writes that are recorded. Caches that are older than all of them have to be dropped as a whole. */
const MAX_ENTRIES = 4096

/** A change that may show in any answer: of a vocabulary, of visibility, or by another process. */
export const EVERYTHING = 'everything'

/**
 * Ids of the resources that a write touched, negated for those to which only the links have changed
 * (change-tracker.ts); or everything.
 */
export type Touched = readonly number[] | typeof EVERYTHING

/** Records what recent writes touched, so that caches drop only what is stale. */
export class ChangeLog {
  /** Increases with every write. */
  #version = 0
  /** What each write after version `#epoch` touched, in order. */
  readonly #entries: Array<readonly number[]> = []
  #epoch = 0

  get version (): number {
    return this.#version
  }

  /** Version of the last change that may show in any answer, such as of a vocabulary, a setting or a right. */
  get epoch (): number {
    return this.#epoch
  }

  record (touched: Touched): void {
    this.#version++
    if (touched === EVERYTHING || this.#entries.length === MAX_ENTRIES) {
      this.#entries.length = 0
      this.#epoch = this.#version
    } else {
      this.#entries.push(touched)
    }
  }

  /** Ids of all resources that were touched after a version; undefined when that is not recorded. */
  touchedSince (version: number): number[] | undefined {
    return version < this.#epoch ? undefined : this.#entries.slice(version - this.#epoch).flat()
  }

  /** Whether nothing that was read of `ids` at a version can have changed since. */
  isUntouched (ids: ReadonlySet<number>, since: number): boolean {
    if (since < this.#epoch) return false
    for (let at = since - this.#epoch; at < this.#entries.length; at++) {
      for (const id of this.#entries[at]!) if (ids.has(id)) return false
    }
    return true
  }
}
