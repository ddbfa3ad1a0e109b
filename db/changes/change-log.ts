import { VersionsById } from './versions-by-id.js'

/** Number of writes that are recorded one by one. What is kept of all rows and is older has to be made again. */
const MAX_ENTRIES = 4096

/**
 * Of so many resources, and the same number before them, it is known when they were last touched. A power of two: with
 * one more, the table would take the memory for twice as many.
 */
const MAX_KNOWN = 32_768

/** A change that may show in any answer: of a vocabulary, of visibility, or by another process. */
export const EVERYTHING = 'everything'

/**
 * Ids of the resources that a write touched, negated for those to which only the links have changed
 * (tracking.ts); or everything.
 */
export type Touched = readonly number[] | typeof EVERYTHING

/** Ids of resources, negated for the links to one. */
export type Ids = Pick<ReadonlySet<number>, 'has' | 'size' | typeof Symbol.iterator>

/** What was written between two versions of a log, for a log in another thread. */
export interface Changes {
  /** undefined: everything may have changed. */
  readonly touched: readonly number[] | undefined
  /** Ids of the resources of which a row was written; undefined: that is not known. */
  readonly rows: readonly number[] | undefined
}

/** Records what recent writes touched, so that caches drop only what is stale. */
export class ChangeLog {
  /** Increases with every write. */
  #version = 0
  #epoch = 0
  /** What each write after version `#from` touched, in order. */
  readonly #entries: Array<readonly number[]> = []
  #from = 0
  /** The version of the last write that touched each resource, after version `#middle`. */
  #lately = new VersionsById(0)
  #middle = 0
  /** The same of writes between `#knownFrom` and `#middle`. */
  #before = new VersionsById(0)
  #knownFrom = 0
  /** Whose rows each write after version `#rowsEpoch` touched, in order. */
  readonly #rows: Array<readonly number[]> = []
  #rowsEpoch = 0

  get version (): number {
    return this.#version
  }

  /** Version of the last change that may show in any answer, such as of a vocabulary, a setting or a right. */
  get epoch (): number {
    return this.#epoch
  }

  /**
   * @param rows ids of the resources of which a row in `resource`, `value` or beside them was written, even if that may
   *   show in any answer; undefined: not known.
   */
  record (touched: Touched, rows = touched === EVERYTHING ? undefined : touched): void {
    this.#version++
    if (rows === undefined) {
      this.#rows.length = 0
      this.#rowsEpoch = this.#version
    } else {
      if (this.#rows.length === MAX_ENTRIES) this.#rowsEpoch += this.#rows.splice(0, MAX_ENTRIES / 2).length
      this.#rows.push(rows)
    }
    if (touched === EVERYTHING) {
      this.#entries.length = 0
      this.#epoch = this.#from = this.#version
      this.#forget()
      this.#forget()
      return
    }
    if (this.#entries.length === MAX_ENTRIES) this.#from += this.#entries.splice(0, MAX_ENTRIES / 2).length
    this.#entries.push(touched)
    if (this.#lately.size + touched.length > MAX_KNOWN) this.#forget()
    for (const id of touched) this.#lately.set(id, this.#version)
  }

  /** Forgets the older half of what is known of resources. */
  #forget (): void {
    this.#before = this.#lately
    this.#knownFrom = this.#middle
    // What is recorded next has this version when its write is the one that is being recorded.
    this.#middle = this.#version - 1
    this.#lately = new VersionsById(this.#middle)
  }

  /** Ids of all resources that were touched after a version; undefined when that is not recorded. */
  touchedSince (version: number): number[] | undefined {
    return version < this.#from ? undefined : joined(this.#entries, version - this.#from)
  }

  /** Ids of all resources of which rows were written after a version; undefined when that is not recorded. */
  rowsSince (version: number): number[] | undefined {
    if (version < this.#rowsEpoch) return undefined
    return joined(this.#rows, version - this.#rowsEpoch).filter((id) => id > 0)
  }

  /** What was written after a version. */
  since (version: number): Changes {
    return { touched: this.touchedSince(version), rows: this.rowsSince(version) }
  }

  /** Records what another log says has happened. */
  repeat ({ touched, rows }: Changes): void {
    this.record(touched ?? EVERYTHING, rows)
  }

  /** Whether the writes after a version are recorded, and touched fewer ids than `most`. */
  #areFewTouched (since: number, most: number): boolean {
    if (since < this.#from || this.#version - since >= most) return false
    let left = most
    for (let at = since - this.#from; left > 0 && at < this.#entries.length; at++) left -= this.#entries[at]!.length
    return left > 0
  }

  /** Whether nothing that was read of `ids` at a version can have changed since. */
  isUntouched (ids: Ids, since: number): boolean {
    if (since < this.#epoch || since < this.#knownFrom) return false
    // Asked of each part of each list after each write: nothing is allocated here.
    if (this.#areFewTouched(since, ids.size)) {
      for (let at = since - this.#from; at < this.#entries.length; at++) {
        for (const id of this.#entries[at]!) if (ids.has(id)) return false
      }
      return true
    }
    const isBefore = since < this.#middle
    for (const id of ids) {
      if (this.#lately.get(id) > since || (isBefore && this.#before.get(id) > since)) return false
    }
    return true
  }
}

/** The lists from one on, in one. Several times as fast as `flat`, and searches ask for it after each write. */
function joined (lists: ReadonlyArray<readonly number[]>, from: number): number[] {
  const all: number[] = []
  for (let at = from; at < lists.length; at++) for (const id of lists[at]!) all.push(id)
  return all
}
