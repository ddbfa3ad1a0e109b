import type { Database } from './database.js'

/** Turns of the event loop in which writes gather for a commit, as long as more of them come. */
const MOST_TURNS = 4

export type Work<T> = (transaction: Database) => Promise<T>

/** Told that what it knows is committed, as of a version of the change log. Must not throw. */
export type Committed = (version: number) => void

/** Reads what has been written, before it is committed. Must neither write nor throw. */
export type Show = (transaction: Database) => Promise<Committed>

type Outcome = { result: unknown } | { error: unknown }

interface Waiting {
  work: Work<unknown>
  show: Show | undefined
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** What a group needs of the store. */
export interface Transactions {
  /** Runs a step after all earlier ones that write to the database. */
  inTurn<T> (step: () => Promise<T>): Promise<T>
  /** Runs `work` in a transaction. @param shows for those whose work was done, as soon as all of it is. */
  transact<T> (work: Work<{ result: T, shows: readonly Show[] }>): Promise<T>
  /** Runs `work` in a savepoint. */
  nested<T> (work: () => Promise<T>): Promise<T>
  /** False when an error, such as a full disk, has ended the whole transaction. */
  readonly isInTransaction: boolean
  /** Ends when the disk has all that is committed; undefined: it has. */
  stored (): Promise<void> | undefined
  /** Called after each group. */
  afterwards (): void
}

/**
 * Writes that wait at the same time are committed together, because waiting for the disk takes longest; each has a
 * savepoint of its own, so that one can fail without the others. While the disk is at it, the next ones write.
 */
export class GroupCommit {
  readonly #transactions: Transactions
  #waiting: Waiting[] = []

  constructor (transactions: Transactions) {
    this.#transactions = transactions
  }

  /** @returns what `work` does, once it is committed and on the disk. */
  async add<T>(work: Work<T>, show: Show | undefined): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, show, resolve: resolve as (result: unknown) => void, reject })
      if (this.#waiting.length === 1) this.#write().catch(() => {})
    })
  }

  async #write (): Promise<void> {
    let together: readonly Waiting[] = []
    try {
      const outcomes = await this.#transactions.inTurn(async () => {
        together = await this.#gathered()
        return await this.#writeTogether(together)
      })
      await this.#transactions.stored()
      together.forEach(({ resolve, reject }, at) => {
        const outcome = outcomes[at]!
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.result)
      })
      this.#transactions.afterwards()
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  /** Requests that arrive in the same turn of the event loop share a commit, and those that follow at once. */
  async #gathered (): Promise<readonly Waiting[]> {
    for (let turn = 0, waiting = 0; turn < MOST_TURNS && waiting < this.#waiting.length; turn++) {
      waiting = this.#waiting.length
      await new Promise((resolve) => { setImmediate(resolve) })
    }
    const together = this.#waiting
    this.#waiting = []
    return together
  }

  async #writeTogether (together: readonly Waiting[]): Promise<Outcome[]> {
    return await this.#transactions.transact(async (database) => {
      const [first] = together
      const outcomes = first !== undefined && together.length === 1
        ? [{ result: await first.work(database) }]
        : await this.#eachByItself(together, database)
      const shows = together.flatMap(({ show }, at) => show !== undefined && 'result' in outcomes[at]! ? show : [])
      return { result: outcomes, shows }
    })
  }

  async #eachByItself (together: readonly Waiting[], database: Database): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const { work } of together) {
      const nested = this.#transactions.nested(async () => ({ result: await work(database) }))
      outcomes.push(await nested.catch((error: unknown) => {
        // An error that ended the whole transaction fails all of them.
        if (!this.#transactions.isInTransaction) throw error
        return { error }
      }))
    }
    return outcomes
  }
}
