/** Minimum number of latest entries that are available. */
const MIN_ENTRIES = 100

/** A position in the journal of an object and its successors. */
export interface JournalPlace {
  readonly origin: object
  /** Number of entries before it. */
  readonly length: number
}

/**
 * The changes between an immutable object and the successors that replace it, so that a cache built from an earlier
 * one can be patched.
 */
export class Journal<Entry> {
  private constructor (readonly place: JournalPlace, private readonly entries: readonly Entry[]) {}

  static begin<Entry> (): Journal<Entry> {
    return new Journal<Entry>({ origin: {}, length: 0 }, [])
  }

  /** The journal of the successor that results from these changes. */
  with (entries: readonly Entry[]): Journal<Entry> {
    const { origin, length } = this.place
    const all = entries.length > MIN_ENTRIES ? [] : [...this.entries, ...entries]
    const latest = all.length > 2 * MIN_ENTRIES ? all.slice(-MIN_ENTRIES) : all
    return new Journal({ origin, length: length + entries.length }, latest)
  }

  /**
   * The changes since an earlier place, in order; undefined: it belongs to another object, or the changes are no
   * longer recorded.
   */
  since ({ origin, length }: JournalPlace): readonly Entry[] | undefined {
    const count = this.place.length - length
    return this.place.origin !== origin || count < 0 || count > this.entries.length
      ? undefined
      : this.entries.slice(this.entries.length - count)
  }
}
