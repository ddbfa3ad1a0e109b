import { EVERYTHING, type ChangeLog, type Ids } from '../changes/change-log.js'
import type { Database } from '../query/statements/database.js'
import type { Writer } from '../engine/engine.js'
import type { Committed, Show, Work } from './group-commit.js'
import type { LatestWrites } from '../changes/latest-writes.js'
import type { Written } from '../changes/write-notes.js'

const NONE: ReadonlySet<number> = new Set()

/** The transactions of the writing connection, one at a time, which tell the change log what they have written. */
export class Transactions {
  readonly #writer: Writer
  readonly #changes: ChangeLog
  readonly #latest: LatestWrites

  constructor (writer: Writer, changes: ChangeLog, latest: LatestWrites) {
    this.#writer = writer
    this.#changes = changes
    this.#latest = latest
  }

  /** @param work returns its result and what it has written; undefined: nothing that any answer shows. */
  async run<T>(work: Work<{ result: T, written: Written | undefined }>): Promise<T> {
    const writer = this.#writer
    await writer.begin()
    // From now on no other process writes, so that what the change log says holds until the end of the transaction.
    this.#latest.endTurn()
    try {
      const { result, written } = await work(writer.database)
      await writer.logResourceChanges()
      await writer.commit(written)
      this.#latest.lookNow()
      return result
    } catch (error) {
      if (writer.isInTransaction) await writer.rollback()
      throw error
    }
  }

  /** @param work returns its result, and what is to be called when all is written. */
  async runShowing<T>(work: Work<{ result: T, shows: readonly Show[] }>): Promise<T> {
    const { result, committed } = await this.run(async (database) => {
      const { result, shows } = await work(database)
      const committed = await this.#show(shows, database)
      return { result: { result, committed }, written: await this.#writer.takeWritten() }
    })
    committed()
    return result
  }

  /** @returns a function to call after the commit. */
  async #show (shows: readonly Show[], database: Database): Promise<() => void> {
    // What shows in any answer, such as the name of a property, is known for certain only when it is committed.
    if (shows.length === 0 || !this.isUntouched(NONE)) return () => {}
    const shown: Committed[] = []
    for (const show of shows) shown.push(await show(database))
    // The write of this transaction comes next: nobody else can commit before it.
    this.#latest.lookNow()
    const version = this.#changes.version + 1
    return () => { for (const committed of shown) committed(version) }
  }

  /** Within a transaction: whether nothing that was read of the ids before it can have changed in it. */
  isUntouched (ids: Ids): boolean {
    return this.touched?.every((id) => !ids.has(id)) === true
  }

  /** Within a transaction: what it has touched so far; undefined: everything, or that is not known. */
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
