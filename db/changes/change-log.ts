import { ANYTHING, MAX_IDS } from './queue.js'

/** Number of writes recorded one by one. Caches older than the oldest recorded write have to be rebuilt. */
const MAX_ENTRIES = 4096

/** Number of resources of which the last write is recorded. */
const MAX_KNOWN = 50_000

/** Milliseconds between checks for commits of other processes, while there are listeners. */
const POLL_INTERVAL_MS = 1000

/** A change that may show in any answer: of a vocabulary, of visibility, or by another process. */
export const EVERYTHING = 'everything'

/**
 * Ids of the resources that a write touched, or everything. A negated id means that only the links to that resource
 * have changed (queue.ts).
 */
export type Touched = readonly number[] | typeof EVERYTHING

/** Ids of resources; a negated id stands for the links to that resource. */
export type Ids = Pick<ReadonlySet<number>, 'has' | 'size' | typeof Symbol.iterator>

/** What a transaction touched, and the resources of which it wrote rows (undefined: unknown). */
export interface Written { readonly touched: Touched, readonly rows: readonly number[] | undefined }

/** Stands for writes whose notice is missing: anything may have changed. */
export const UNKNOWN: Written = { touched: EVERYTHING, rows: undefined }

/** What a transaction has written. @param ids all ids in the table `touched`, or more than `MAX_IDS` of them. */
export function writtenBy (ids: readonly number[]): Written {
  if (ids.length > MAX_IDS) return UNKNOWN
  return { touched: ids.includes(ANYTHING) ? EVERYTHING : ids, rows: ids }
}

/** Number of notices that stay in the table. A process that lags further behind must treat everything as stale. */
const MAX_NOTICES = 4096

/** Old notices are removed once per this number of positions. */
const POSITIONS_PER_REMOVAL = 256

/**
 * After the notice at `position` was written: the position up to which notices are to be removed; undefined: none now.
 */
export function removableAt (position: number): number | undefined {
  return position % POSITIONS_PER_REMOVAL === 0 && position > MAX_NOTICES ? position - MAX_NOTICES : undefined
}

/** A row of the table `write_note`: what a transaction has written, with its ids as JSON. */
export interface CommitNotice { readonly everything: number, readonly ids: string | null }

/** @param written undefined: nothing that a cached answer shows. */
export function noticeOf (written: Written | undefined): CommitNotice {
  if (written === undefined) return { everything: 0, ids: null }
  const { touched, rows } = written
  const ids = touched === EVERYTHING ? rows : touched
  return { everything: Number(touched === EVERYTHING), ids: ids === undefined ? null : JSON.stringify(ids) }
}

/** @returns undefined: nothing that a cached answer shows. */
export function writtenOf ({ everything, ids }: CommitNotice): Written | undefined {
  const rows = ids === null ? undefined : JSON.parse(ids) as number[]
  if (everything === 1) return { touched: EVERYTHING, rows }
  return rows && { touched: rows, rows }
}

/**
 * The commits of all processes, read from the commit notices in the database. Each transaction writes its own notice,
 * which thus becomes visible together with its changes.
 */
export interface Writes {
  /** Position of the newest notice that was read. For a write of this process it is set when the write ends. */
  readonly position: number
  /** Called with each commit as soon as it is known, in their order; with `UNKNOWN` where notices are missing. */
  record: (written: Written) => void
  /** Looks for commits of other processes. While they cannot be read, each call records `UNKNOWN`. */
  poll (): void
  /** Waits until all commits before the call are known; undefined: they are. Never rejects. */
  catchUp (): Promise<void> | undefined
}

/**
 * Records what recent commits of this and other processes touched, so that caches drop only what is stale. Looks for
 * new commits when it is read, at most once per turn of the event loop, and notifies listeners of them.
 */
export class ChangeLog {
  #isUpToDate = false
  /** Increases with every write. */
  #version = 0
  #epoch = 0
  /** What each write after version `#from` touched, in order; of a write that touched everything, its rows. */
  readonly #entries: Array<readonly number[]> = []
  #from = 0
  /** The version of the last write that touched each resource, after version `#knownFrom`, in order of versions. */
  readonly #lastTouched = new Map<number, number>()
  #knownFrom = 0
  readonly #listeners = new Set<() => void>()
  /** The version at the last check for commits of other processes. */
  #checked = 0
  #timer: NodeJS.Timeout | undefined

  /**
   * @param writes absent: only what is passed to `record` is recorded. @param whenUnknown called after
   * writes that are not described, for example of another program.
   */
  constructor (private readonly writes?: Writes, whenUnknown = () => {}) {
    if (writes === undefined) return
    writes.record = (written) => {
      this.record(written.touched, written.rows)
      if (written === UNKNOWN) whenUnknown()
    }
  }

  /** Looks for new commits, at most once per turn of the event loop. */
  poll (): void {
    if (this.#isUpToDate || this.writes === undefined) return
    this.#isUpToDate = true
    setImmediate(() => { this.#isUpToDate = false })
    this.writes.poll()
  }

  get version (): number {
    this.poll()
    return this.#version
  }

  /** Version of the last change that may show in any answer, such as of a vocabulary, a setting or a right. */
  get epoch (): number {
    this.poll()
    return this.#epoch
  }

  /**
   * @param rows ids of the resources of which a row in `resource`, `value` or a table that belongs to them was
   * written, even when `touched` is everything; undefined: unknown.
   */
  record (touched: Touched, rows = touched === EVERYTHING ? undefined : touched): void {
    this.#version++
    if (rows === undefined) {
      this.#entries.length = 0
      this.#from = this.#version
    } else {
      if (this.#entries.length === MAX_ENTRIES) this.#from += this.#entries.splice(0, MAX_ENTRIES / 2).length
      this.#entries.push(rows)
    }
    if (touched === EVERYTHING) {
      this.#lastTouched.clear()
      this.#epoch = this.#knownFrom = this.#version
      return
    }
    for (const id of touched) {
      // Deleted first, so that it moves to the end of the map.
      this.#lastTouched.delete(id)
      this.#lastTouched.set(id, this.#version)
    }
    for (const [id, version] of this.#lastTouched) {
      if (this.#lastTouched.size <= MAX_KNOWN) break
      this.#knownFrom = version
      this.#lastTouched.delete(id)
    }
  }

  /** Ids of all resources touched after a version; undefined if the log does not reach back that far. */
  touchedSince (version: number): number[] | undefined {
    return version < this.epoch ? undefined : this.#idsSince(version)
  }

  /**
   * Ids of all resources of which rows were written after a version; undefined if the log does not reach back that
   * far.
   */
  rowsSince (version: number): number[] | undefined {
    this.poll()
    return this.#idsSince(version)?.filter((id) => id > 0)
  }

  /** All writes after a version, to be recorded in the log of another thread. */
  since (version: number): Written {
    const touched = this.touchedSince(version) ?? EVERYTHING
    return { touched, rows: touched === EVERYTHING ? this.#idsSince(version) : touched }
  }

  #idsSince (version: number): number[] | undefined {
    return version < this.#from ? undefined : joined(this.#entries, version - this.#from)
  }

  /** Whether all writes after a version are recorded and touched fewer than `most` ids together. */
  #areFewTouched (since: number, most: number): boolean {
    if (since < this.#from || this.#version - since >= most) return false
    let left = most
    for (let at = since - this.#from; left > 0 && at < this.#entries.length; at++) left -= this.#entries[at]!.length
    return left > 0
  }

  /** Whether data of the resources `ids` that was read at a version is certainly still current. */
  isUntouched (ids: Ids, since: number): boolean {
    if (since < this.#knownFrom) return false
    // Called for every cached list after each write, so it allocates nothing.
    if (this.#areFewTouched(since, ids.size)) {
      for (let at = since - this.#from; at < this.#entries.length; at++) {
        for (const id of this.#entries[at]!) if (ids.has(id)) return false
      }
      return true
    }
    for (const id of ids) if ((this.#lastTouched.get(id) ?? 0) > since) return false
    return true
  }

  /**
   * Calls the listener after every commit of this process, and soon after commits of any process: the log of resource
   * changes may have grown, or rights of accounts may have changed. Start listening before reading that log, so that
   * nothing is missed in between.
   *
   * @param listener must not throw. @returns a function that removes the listener.
   */
  listen (listener: () => void): () => void {
    // A wrapper, so that one function can be registered twice.
    const own = (): void => { listener() }
    this.#listeners.add(own)
    if (this.#timer === undefined) {
      this.#checked = this.version
      this.#timer = setInterval(() => { this.#check() }, POLL_INTERVAL_MS).unref()
    }
    return () => {
      this.#listeners.delete(own)
      if (this.#listeners.size === 0) this.close()
    }
  }

  /** Call it after each commit of this process, also if nothing was recorded. */
  notify (): void {
    for (const listener of this.#listeners) listener()
  }

  /** Stops checking for commits of other processes. */
  close (): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Reading the version also makes this process read commits of others while it has no requests. */
  #check (): void {
    const { version } = this
    if (version === this.#checked) return
    this.#checked = version
    this.notify()
  }
}

/**
 * Concatenates the lists from index `from` on. Called by searches after each write; several times as fast as `flat`.
 */
function joined (lists: ReadonlyArray<readonly number[]>, from: number): number[] {
  const all: number[] = []
  for (let at = from; at < lists.length; at++) for (const id of lists[at]!) all.push(id)
  return all
}
