import type { Store } from '../../../../db/open/store.js'
import { ThreadPool } from '../../../../db/threads/thread-pool.js'
import { threadProgram } from '../../../../db/threads/thread-program.js'

/**
 * Orders to the thread: to begin a transaction; to index up to `most` documents of each index that are due, or to run a
 * merge step. Both execute `note`, the statement that records the commit, and commit.
 */
export type Order = { order: 'begin' } | { order: 'due', most: number, note: string } | { order: 'merge', note: string }

/** Start data of the thread: path of the database, and maximal size in bytes of its page cache. */
export interface IndexStart { readonly file: string, readonly pageCache?: number | undefined }

/**
 * Milliseconds after which an idle thread ends: it takes some 15 MB of memory, and starts in a fraction of a second.
 */
const IDLE_TIMEOUT_MS = 60_000

const PROGRAM = threadProgram(import.meta.url, 'index-program')

/**
 * Indexes in a thread with its own database connection, because the work would block all requests in this thread: a
 * long document is one statement, which takes seconds for megabytes of text, and in large indexes every change is slow.
 * The thread is started when it is needed, and ends with `release` or when it is idle.
 */
export class IndexThread {
  readonly #thread: ThreadPool<Order, boolean>
  /** Number of transactions of the thread that have not ended: one at a time, like all writes of the process. */
  #transactions = 0

  /** @param idleTimeout milliseconds after which an idle thread ends. */
  constructor (start: IndexStart, idleTimeout = IDLE_TIMEOUT_MS) {
    this.#thread = new ThreadPool({ program: PROGRAM, data: start, idleTimeout })
  }

  get isRunning (): boolean {
    return this.#thread.size > 0
  }

  /**
   * Indexes what is due, with up to `most` documents of each index.
   *
   * @returns whether there may be more.
   * @throws when the database fails, or the thread ends.
   */
  async indexDue (store: Store, most: number): Promise<boolean> {
    return await this.#write(store, (note) => ({ order: 'due', most, note }))
  }

  /**
   * Runs one merge step, which blocks other writes for some milliseconds.
   *
   * @returns whether there may be more to merge.
   * @throws when the database fails, or the thread ends.
   */
  async merge (store: Store): Promise<boolean> {
    return await this.#write(store, (note) => ({ order: 'merge', note }))
  }

  /** Ends the thread unless it is busy. */
  async release (): Promise<void> {
    if (this.#transactions === 0) await this.#thread.end()
  }

  async #write (store: Store, order: (note: string) => Order): Promise<boolean> {
    return await store.writeElsewhere(async () => {
      this.#transactions++
      try {
        await this.#thread.run({ order: 'begin' })
        // The notice is made only now, when no other connection can write.
        return await this.#thread.run(order(store.engine.unseenNotice()))
      } catch (error) {
        // A transaction that has begun would lock the database.
        await this.#thread.end()
        throw error
      } finally {
        this.#transactions--
      }
    })
  }
}
