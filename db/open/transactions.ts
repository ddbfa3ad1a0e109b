import { EVERYTHING, type ChangeLog, type Ids } from '../changes/change-log.js'
import type { Database } from '../query/statements/database.js'
import type { Writer } from '../engine/engine.js'
import type { Committed, Show, Work } from './group-commit.js'
import type { ChangePoller } from '../changes/change-poller.js'
import type { Written } from '../changes/commit-notices.js'

const NONE: ReadonlySet<number> = new Set()

/** Transactions of the write connection, one at a time. Their changes are recorded in the change log. */
export class Transactions {
  readonly #writer: Writer
  readonly #changes: ChangeLog
  readonly #poller: ChangePoller

  constructor (writer: Writer, changes: ChangeLog, poller: ChangePoller) {
    this.#writer = writer
    this.#changes = changes
    this.#poller = poller
  }

  /** @param shownOf which of the writes a cached answer may show; undefined: none. */
  async run<T>(work: Work<T>, shownOf: (written: Written) => Written | undefined = (written) => written): Promise<T> {
    const writer = this.#writer
    await writer.begin()
    // From now on no other process can write, so the change log stays current until the end of the transaction.
    this.#poller.expire()
    try {
      const result = await work(writer.database)
      const written = shownOf(await writer.takeWritten())
      await writer.logResourceChanges()
      await writer.commit(written)
      this.#poller.pollNow()
      return result
    } catch (error) {
      if (writer.isInTransaction) await writer.rollback()
      throw error
    }
  }

  /** @param work returns its result, and the functions to call after all writes. */
  async runShowing<T>(work: Work<{ result: T, shows: readonly Show[] }>): Promise<T> {
    const { result, committed } = await this.run(async (database) => {
      const { result, shows } = await work(database)
      return { result, committed: await this.#show(shows, database) }
    })
    committed()
    return result
  }

  /** @returns a function to call after the commit. */
  async #show (shows: readonly Show[], database: Database): Promise<() => void> {
    // Changes that affect any answer, such as the name of a property, can be read reliably only after the commit.
    if (shows.length === 0 || !this.isUntouched(NONE)) return () => {}
    const shown: Committed[] = []
    for (const show of shows) shown.push(await show(database))
    // This transaction's write comes next in the log: no other one can commit before it.
    this.#poller.pollNow()
    const version = this.#changes.version + 1
    return () => { for (const committed of shown) committed(version) }
  }

  /**
   * Within a transaction: whether it has certainly not changed anything that was read of these resources before it.
   */
  isUntouched (ids: Ids): boolean {
    return this.touched?.every((id) => !ids.has(id)) === true
  }

  /** Within a transaction: the resources that it has touched so far; undefined: everything, or unknown. */
  get touched (): readonly number[] | undefined {
    const touched = this.#writer.touched()
    return touched === EVERYTHING ? undefined : touched
  }

  /** Runs `work` in a savepoint of the current transaction: when it throws, only its own changes are rolled back. */
  async nested<T>(work: () => Promise<T>): Promise<T> {
    const writer = this.#writer
    await writer.savepoint()
    try {
      const result = await work()
      await writer.release()
      return result
    } catch (error) {
      // Some errors, such as a full disk, have ended the whole transaction already.
      if (writer.isInTransaction) await writer.rollbackToSavepoint()
      throw error
    }
  }
}
