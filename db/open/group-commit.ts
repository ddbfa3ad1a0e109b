import type { Written } from '../changes/change-log.js'
import type { Engine } from '../engine/engine.js'
import { writeTurns } from '../engine/in-turn.js'
import type { Database } from '../query/statements/database.js'

/** Turns of the event loop for which a commit waits for more writes, as long as they keep coming. */
const MAX_GATHERING_TURNS = 4

/** Changes in one transaction: enough to share the wait for the disk, few enough not to delay other writes. */
export const MAX_CHANGES_TOGETHER = 100

export type Work<T> = (transaction: Database) => Promise<T>

type Outcome = { result: unknown } | { error: unknown }

interface Waiting {
  work: Work<unknown>
  changes: number
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Transactions of the write connection, one at a time; their changes are recorded in the change log.
 *
 * Group commit: writes that wait at the same time share a transaction, because waiting for the disk takes longest.
 * Each has its own savepoint, so that one can fail without the others. While one group waits for the disk, the next
 * one writes.
 *
 * Single changes and batches alternate, so that a user who saves one record waits for at most one batch.
 */
export class GroupCommit {
  readonly #waiting: { single: Waiting[], batches: Waiting[] } = { single: [], batches: [] }
  /** Whether a transaction is scheduled that will take waiting writes. */
  #isPlanned = false
  #isTurnOfBatches = false

  /** @param afterwards called after each group. */
  constructor (private readonly engine: Engine, private readonly afterwards: () => void) {}

  /** @param changes number of changes that `work` makes. @returns the result of `work`, once it is on disk. */
  async add<T>(work: Work<T>, changes: number): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      const { single, batches } = this.#waiting
      const queue = changes > 1 ? batches : single
      queue.push({ work, changes, resolve: resolve as (result: unknown) => void, reject })
      this.#plan()
    })
  }

  #plan (): void {
    if (this.#isPlanned || this.#length === 0) return
    this.#isPlanned = true
    this.#write().catch(() => {})
  }

  get #length (): number {
    return this.#waiting.single.length + this.#waiting.batches.length
  }

  async #write (): Promise<void> {
    let together: readonly Waiting[] = []
    try {
      const outcomes = await writeTurns.run(this.engine.identity, async () => {
        together = await this.#gathered()
        return await this.#writeTogether(together)
      })
      await this.engine.stored()
      together.forEach(({ resolve, reject }, at) => {
        const outcome = outcomes[at]!
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.result)
      })
      this.afterwards()
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  /** Collects requests that arrive in this turn of the event loop and in the turns right after it. */
  async #gathered (): Promise<readonly Waiting[]> {
    for (let turn = 0, waiting = 0; turn < MAX_GATHERING_TURNS && waiting < this.#length; turn++) {
      waiting = this.#length
      await new Promise((resolve) => { setImmediate(resolve) })
    }
    const together = this.#next()
    this.#isPlanned = false
    this.#plan()
    return together
  }

  /** Takes the writes for the next transaction: up to the maximum of changes, but at least one write. */
  #next (): Waiting[] {
    const { single, batches } = this.#waiting
    const queue = single.length === 0 || (this.#isTurnOfBatches && batches.length > 0) ? batches : single
    this.#isTurnOfBatches = queue === single
    let count = 0
    for (let changes = 0; count < queue.length; count++) {
      changes += queue[count]!.changes
      if (count > 0 && changes > MAX_CHANGES_TOGETHER) break
    }
    return queue.splice(0, count)
  }

  async #writeTogether (together: readonly Waiting[]): Promise<Outcome[]> {
    return await this.run(async (database) => {
      const [first] = together
      return first !== undefined && together.length === 1
        ? [{ result: await first.work(database) }]
        : await this.#eachByItself(together, database)
    })
  }

  async #eachByItself (together: readonly Waiting[], database: Database): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const { work } of together) {
      const nested = this.nested(async () => ({ result: await work(database) }))
      outcomes.push(await nested.catch((error: unknown) => {
        // An error that ended the whole transaction fails all of its writes.
        if (!this.engine.writer.isInTransaction) throw error
        return { error }
      }))
    }
    return outcomes
  }

  /**
   * Runs work in a transaction of its own.
   *
   * @param shownOf see `Writer.commit`. @param isDurable see `Writer.begin`.
   */
  async run<T>(
    work: Work<T>, shownOf?: (written: Written) => Written | undefined, isDurable = true
  ): Promise<T> {
    const { writer } = this.engine
    await writer.begin(isDurable)
    try {
      const result = await work(writer.database)
      await writer.commit(shownOf)
      return result
    } catch (error) {
      if (writer.isInTransaction) await writer.rollback()
      throw error
    }
  }

  /** Runs `work` in a savepoint of the current transaction: when it throws, only its own changes are rolled back. */
  async nested<T>(work: () => Promise<T>): Promise<T> {
    const { writer } = this.engine
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
