/** So many of the last entries are known at least. */
const MOST = 100

/** A place in the journals of what is made from each other. */
export interface JournalPlace {
  readonly origin: object
  /** Number of entries before it. */
  readonly length: number
}

/**
 * What was changed in something that does not change, but is replaced by another one with changes: whoever has seen
 * an earlier one learns from it what is different now.
 */
export class Journal<Entry> {
  private constructor (readonly place: JournalPlace, private readonly entries: readonly Entry[]) {}

  static begin<Entry> (): Journal<Entry> {
    return new Journal<Entry>({ origin: {}, length: 0 }, [])
  }

  /** The journal of what is made by some changes. */
  with (entries: readonly Entry[]): Journal<Entry> {
    const { origin, length } = this.place
    const all = entries.length > MOST ? [] : [...this.entries, ...entries]
    return new Journal({ origin, length: length + entries.length }, all.length > 2 * MOST ? all.slice(-MOST) : all)
  }

  /** What was changed since an earlier place, in order; undefined: it belongs to something else, or is too long ago. */
  since ({ origin, length }: JournalPlace): readonly Entry[] | undefined {
    const count = this.place.length - length
    return this.place.origin !== origin || count < 0 || count > this.entries.length
      ? undefined
      : this.entries.slice(this.entries.length - count)
  }
}
