/** Number of writes recorded one by one. Caches older than the oldest recorded write have to be rebuilt. */
const MAX_ENTRIES = 4096

/**
 * Each of the two tables records when this many resources were last touched. A power of two, because one entry more
 * would double the memory of the table.
 */
const MAX_KNOWN = 32_768

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

/**
 * The commits of all processes, read from the commit notices in the database (commit-notices.ts). Each transaction
 * writes its own notice, which thus becomes visible together with its changes.
 */
export interface Writes {
  /** Position of the newest notice that was read. For a write of this process it is set when the write ends. */
  readonly position: number
  /** Looks for commits of other processes. Nothing to do where the database announces them. */
  poll (): void
  /**
   * The known writes since the last call, in commit order, with `UNKNOWN` where notices are missing. Cheap if there are
   * none.
   */
  take (): readonly Written[]
  /**
   * Waits until all commits before the call are known; undefined: they are. Never rejects: while they cannot be read,
   * every `take` returns `UNKNOWN`.
   */
  catchUp (): Promise<void> | undefined
}

/** The writes between two versions of a log, to be repeated in the log of another thread. */
export interface Changes {
  /** undefined: everything may have changed. */
  readonly touched: readonly number[] | undefined
  /** Ids of the resources of which a row was written; undefined: unknown. */
  readonly rows: readonly number[] | undefined
}

/**
 * Records what recent commits of this and other processes touched, so that caches drop only what is stale. Looks for
 * new commits when it is read, at most once per turn of the event loop.
 */
export class ChangeLog {
  readonly #writes: Writes | undefined
  readonly #whenUnknown: () => void
  #isUpToDate = false
  /** Increases with every write. */
  #version = 0
  #epoch = 0
  /** What each write after version `#from` touched, in order. */
  readonly #entries: Array<readonly number[]> = []
  #from = 0
  /** The version of the last write that touched each resource, after version `#middle`. */
  #lately = new VersionsById(0)
  #middle = 0
  /** As `#lately`, for writes between `#knownFrom` and `#middle`. */
  #before = new VersionsById(0)
  #knownFrom = 0
  /** Resources of which rows were written, for each write after version `#rowsEpoch`, in order. */
  readonly #rows: Array<readonly number[]> = []
  #rowsEpoch = 0

  /**
   * @param writes absent: only what is passed to `record` and `repeat` is recorded. @param whenUnknown called after
   * writes that are not described, for example of another program.
   */
  constructor (writes?: Writes, whenUnknown = () => {}) {
    this.#writes = writes
    this.#whenUnknown = whenUnknown
  }

  /** Records the new commits, at most once per turn of the event loop. */
  poll (): void {
    if (this.#isUpToDate || this.#writes === undefined) return
    this.#isUpToDate = true
    setImmediate(() => { this.#isUpToDate = false })
    this.#writes.poll()
    this.recordKnown()
  }

  /** Records the commits that are known, without looking for commits of others. */
  recordKnown (): void {
    for (const written of this.#writes?.take() ?? []) {
      this.record(written.touched, written.rows)
      if (written === UNKNOWN) this.#whenUnknown()
    }
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

  /** Drops the older of the two tables of touched resources. */
  #forget (): void {
    this.#before = this.#lately
    this.#knownFrom = this.#middle
    // The write that is being recorded may still add ids at this version.
    this.#middle = this.#version - 1
    this.#lately = new VersionsById(this.#middle)
  }

  /** Ids of all resources touched after a version; undefined if the log does not reach back that far. */
  touchedSince (version: number): number[] | undefined {
    this.poll()
    return version < this.#from ? undefined : joined(this.#entries, version - this.#from)
  }

  /**
   * Ids of all resources of which rows were written after a version; undefined if the log does not reach back that
   * far.
   */
  rowsSince (version: number): number[] | undefined {
    this.poll()
    if (version < this.#rowsEpoch) return undefined
    return joined(this.#rows, version - this.#rowsEpoch).filter((id) => id > 0)
  }

  since (version: number): Changes {
    return { touched: this.touchedSince(version), rows: this.rowsSince(version) }
  }

  /** Records the changes of another thread's log. */
  repeat ({ touched, rows }: Changes): void {
    this.record(touched ?? EVERYTHING, rows)
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
    if (since < this.#epoch || since < this.#knownFrom) return false
    // Called for every cached list after each write, so it allocates nothing.
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

/**
 * Concatenates the lists from index `from` on. Called by searches after each write; several times as fast as `flat`.
 */
function joined (lists: ReadonlyArray<readonly number[]>, from: number): number[] {
  const all: number[] = []
  for (let at = from; at < lists.length; at++) for (const id of lists[at]!) all.push(id)
  return all
}

/** Initial number of slots; the number is always a power of two. */
const INITIAL_SLOTS = 256

/**
 * Multiplier for Fibonacci hashing, which spreads consecutive ids over all slots: 2^32 divided by the golden ratio.
 */
const SPREAD = 0x9e3779b1
const HASH_BITS = 32

/**
 * Maps ids to versions: a hash table in two typed arrays, at most half full. It takes half the memory of a Map, and
 * the garbage collector need not traverse it.
 *
 * Ids are 32-bit integers other than 0.
 */
class VersionsById {
  /** The id in each slot; 0: free. */
  #ids = new Int32Array(INITIAL_SLOTS)
  /** The version in each slot, relative to `#from`. */
  #versions = new Uint32Array(INITIAL_SLOTS)
  #size = 0
  readonly #from: number

  /** @param from lower than every version that is set, by less than 2^32. */
  constructor (from: number) {
    this.#from = from
  }

  /** Number of ids. */
  get size (): number {
    return this.#size
  }

  /** @returns 0 if the id has no version. */
  get (id: number): number {
    const slot = this.#slotOf(id)
    return this.#ids[slot] === 0 ? 0 : this.#from + this.#versions[slot]!
  }

  set (id: number, version: number): void {
    let slot = this.#slotOf(id)
    if (this.#ids[slot] === 0) {
      if (2 * this.#size >= this.#ids.length) {
        this.#grow()
        slot = this.#slotOf(id)
      }
      this.#ids[slot] = id
      this.#size++
    }
    this.#versions[slot] = version - this.#from
  }

  /** The slot of an id, or the free one where it belongs. */
  #slotOf (id: number): number {
    const ids = this.#ids
    const last = ids.length - 1
    let slot = Math.imul(id, SPREAD) >>> (HASH_BITS - bitsOf(last))
    while (ids[slot] !== id && ids[slot] !== 0) slot = (slot + 1) & last
    return slot
  }

  #grow (): void {
    const ids = this.#ids
    const versions = this.#versions
    this.#ids = new Int32Array(2 * ids.length)
    this.#versions = new Uint32Array(2 * ids.length)
    for (let at = 0; at < ids.length; at++) {
      if (ids[at] === 0) continue
      const slot = this.#slotOf(ids[at]!)
      this.#ids[slot] = ids[at]!
      this.#versions[slot] = versions[at]!
    }
  }
}

/** Number of bits of a positive number of 32 bits. */
const bitsOf = (number: number): number => HASH_BITS - Math.clz32(number)
