/** Writes that are told apart; who knows of an older version has to start anew. */
const MAX_ENTRIES = 4096

/** A change that may show anywhere: of a vocabulary, of who may see what, by another process. */
export const EVERYTHING = 'everything'

/**
 * Ids of the resources that a write touched, negated for those to which only the links changed (change-tracker.ts); or
 * everything.
 */
export type Touched = readonly number[] | typeof EVERYTHING

/** What recent writes touched, so that caches drop what has become stale and keep the rest. */
export class ChangeLog {
  /** Goes up with every write. */
  #version = 0
  /** What the writes that led to the versions after `#epoch` touched. */
  readonly #entries: Array<readonly number[]> = []
  #epoch = 0

  get version (): number {
    return this.#version
  }

  /** The version since which nothing has changed that may show anywhere: no vocabulary, no setting, no right. */
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

  /** Ids of all resources that were touched since a version; undefined where that is not known. */
  touchedSince (version: number): number[] | undefined {
    return version < this.#epoch ? undefined : this.#entries.slice(version - this.#epoch).flat()
  }

  /** Whether nothing that was true of `ids` at a version can have changed since. */
  isUntouched (ids: ReadonlySet<number>, since: number): boolean {
    if (since < this.#epoch) return false
    for (let at = since - this.#epoch; at < this.#entries.length; at++) {
      for (const id of this.#entries[at]!) if (ids.has(id)) return false
    }
    return true
  }
}
