/** Writes that are remembered one by one; who knows of less has to start anew. */
const REMEMBERED = 4096

/** A change that may show anywhere: of a vocabulary, of who sees what, by another process. */
export const EVERYTHING = 'everything'

/** Ids of the resources that a write touched, below zero of those that are only pointed to otherwise; or everything. */
export type Touched = readonly number[] | typeof EVERYTHING

/** What the writes of late have touched, so that what is kept in memory is dropped when, and only when, it must be. */
export class History {
  /** Goes up with every write. */
  #position = 0
  /** What the write that led to a position touched; `#from` is the first position remembered. */
  readonly #entries: Array<readonly number[]> = []
  #from = 0

  get position (): number {
    return this.#position
  }

  /** The position since which nothing has changed that may show anywhere: no term, no setting, no right. */
  get era (): number {
    return this.#from
  }

  record (touched: Touched): void {
    this.#position++
    if (touched === EVERYTHING || this.#entries.length === REMEMBERED) {
      this.#entries.length = 0
      this.#from = this.#position
    } else {
      this.#entries.push(touched)
    }
  }

  /** Ids of all resources that were touched since a position; undefined where that is not known. */
  touchedSince (position: number): number[] | undefined {
    return position < this.#from ? undefined : this.#entries.slice(position - this.#from).flat()
  }

  /** Whether nothing that was true of `ids` at a position can have changed since. */
  isUntouched (ids: ReadonlySet<number>, since: number): boolean {
    if (since < this.#from) return false
    for (let at = since - this.#from; at < this.#entries.length; at++) {
      for (const id of this.#entries[at]!) if (ids.has(id)) return false
    }
    return true
  }
}
