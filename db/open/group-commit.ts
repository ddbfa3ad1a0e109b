import type { Database } from '../query/statements/database.js'

/** Turns of the event loop in which writes gather for a commit, as long as more of them come. */
const MOST_TURNS = 4

/** Changes in one transaction: enough to share the wait for the disk, few enough not to hold up other writes. */
export const MAX_CHANGES_TOGETHER = 100

export type Work<T> = (transaction: Database) => Promise<T>

/** Told that what it knows is committed, as of a version of the change log. Must not throw. */
export type Committed = (version: number) => void

/** Reads what has been written, before it is committed. Must neither write nor throw. */
export type Show = (transaction: Database) => Promise<Committed>

type Outcome = { result: unknown } | { error: unknown }

interface Waiting {
  work: Work<unknown>
  show: Show | undefined
  changes: number
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
 *
 * Single changes and batches take turns: whoever saves a record waits for one batch, however many others send.
 */
export class GroupCommit {
  readonly #transactions: Transactions
  readonly #waiting: { single: Waiting[], batches: Waiting[] } = { single: [], batches: [] }
  /** Whether a transaction is planned that will take some of those who wait. */
  #isPlanned = false
  #isTurnOfBatches = false

  constructor (transactions: Transactions) {
    this.#transactions = transactions
  }

  /** @param changes that `work` makes. @returns what `work` does, once it is committed and on the disk. */
  async add<T>(work: Work<T>, show: Show | undefined, changes: number): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      const { single, batches } = this.#waiting
      const queue = changes > 1 ? batches : single
      queue.push({ work, show, changes, resolve: resolve as (result: unknown) => void, reject })
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
    for (let turn = 0, waiting = 0; turn < MOST_TURNS && waiting < this.#length; turn++) {
      waiting = this.#length
      await new Promise((resolve) => { setImmediate(resolve) })
    }
    const together = this.#next()
    this.#isPlanned = false
    this.#plan()
    return together
  }

  /** Those whose turn it is, as many as may be written together, but at least one. */
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
