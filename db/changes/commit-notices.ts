import { EVERYTHING, type ChangeLog, type Touched } from './change-log.js'
import { ANYTHING, MAX_IDS } from './queue.js'

/** What a transaction touched, and the resources of which it wrote rows (undefined: unknown). */
export interface Written { readonly touched: Touched, readonly rows: readonly number[] | undefined }

/** Stands for writes whose notice is missing: anything may have changed. */
export const UNKNOWN: Written = { touched: EVERYTHING, rows: undefined }

/** What a transaction has written. @param ids all ids in the table `touched`, or more than `MAX_IDS` of them. */
export function writtenBy (ids: readonly number[]): Written {
  if (ids.length > MAX_IDS) return UNKNOWN
  return { touched: ids.includes(ANYTHING) ? EVERYTHING : ids, rows: ids }
}

/**
 * The commits of all processes, read from the commit notices in the database (tables/write-notes.ts). Each transaction
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

/** Number of notices that stay in the table. A process that lags further behind must treat everything as stale. */
const MAX_NOTICES = 4096

/** Old notices are removed once per so many positions. */
const POSITIONS_PER_REMOVAL = 256

/**
 * After the notice at `position` was written: the position up to which notices are to be removed; undefined: none now.
 */
export function removableAt (position: number): number | undefined {
  return position % POSITIONS_PER_REMOVAL === 0 && position > MAX_NOTICES ? position - MAX_NOTICES : undefined
}

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
 * Records new commits of this and other processes in the change log. Checks at most once per turn of the event loop.
 */
export class ChangePoller {
  #isUpToDate = false

  /** @param whenUnknown called after writes that are not described, for example of another program. */
  constructor (
    private readonly writes: Writes, private readonly changes: ChangeLog, private readonly whenUnknown: () => void
  ) {}

  poll (): void {
    if (this.#isUpToDate) return
    this.#isUpToDate = true
    setImmediate(() => { this.#isUpToDate = false })
    this.writes.poll()
    this.record()
  }

  /** Records what is known without looking for commits of others. */
  record (): void {
    for (const written of this.writes.take()) {
      this.changes.record(written.touched, written.rows)
      if (written === UNKNOWN) this.whenUnknown()
    }
  }
}
