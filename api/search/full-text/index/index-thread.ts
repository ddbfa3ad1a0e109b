import type { FullTextIndex } from '../../../../db/query/text/full-text.js'
import type { FullTextDocument } from '../../../../db/query/tokens/full-text-tokens.js'
import type { Store } from '../../../../db/open/store.js'
import { ThreadPool } from '../../../../db/threads/thread-pool.js'
import { threadProgram } from '../../../../db/threads/thread-program.js'

/**
 * Orders to the thread. `put` without a document removes the id from the index. `due` indexes what is due, and `merge`
 * runs a merge step; both execute `note`, the statement that records the commit, and commit.
 */
export type Order =
  | { order: 'begin' | 'rollback' }
  | { order: 'due', most: number, note: string }
  | { order: 'merge', note: string }
  | { order: 'put', index: FullTextIndex, id: number, document: FullTextDocument | undefined }

/** Result of the order `due`. */
export interface Indexed {
  /** Whether there may be more. */
  isMore: boolean
  /** Documents that were left out, because each of them needs a statement of its own. */
  long: Record<FullTextIndex, number[]>
}

/** `problem`: the document cannot be indexed. `isMore`: there may be more to merge. */
export interface Reply { problem?: Error | undefined, indexed?: Indexed, isMore?: boolean }

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
  readonly #thread: ThreadPool<Order, Reply>
  /** Number of transactions of the thread that have not ended: one at a time, like all writes of the process. */
  #transactions = 0

  /** @param idleTimeout milliseconds after which an idle thread ends. */
  constructor (start: IndexStart, idleTimeout = IDLE_TIMEOUT_MS) {
    this.#thread = new ThreadPool({ program: PROGRAM, data: start, idleTimeout })
  }

  /** Whether there is a thread. */
  get isRunning (): boolean {
    return this.#thread.size > 0
  }

  /**
   * Replaces what the index has of a document. Nothing else of this process may write meanwhile.
   *
   * @param read returns the document, undefined if it no longer exists. Called when no other connection can write.
   * @returns why the document cannot be indexed; undefined when it is.
   * @throws when the database fails, or the thread ends.
   */
  async index (
    index: FullTextIndex, id: number, read: () => Promise<FullTextDocument | undefined>
  ): Promise<Error | undefined> {
    return (await this.#transact(async () => ({ order: 'put', index, id, document: await read() }))).problem
  }

  /**
   * Indexes what is due, with up to `most` documents of each index.
   *
   * @throws when the database fails, or the thread ends.
   */
  async indexDue (store: Store, most: number): Promise<Indexed> {
    return (await this.#write(store, (note) => ({ order: 'due', most, note }))).indexed!
  }

  /**
   * Runs one merge step, which blocks other writes for some milliseconds.
   *
   * @returns whether there may be more to merge.
   * @throws when the database fails, or the thread ends.
   */
  async merge (store: Store): Promise<boolean> {
    return (await this.#write(store, (note) => ({ order: 'merge', note }))).isMore!
  }

  /** Ends the thread unless it is busy. */
  async release (): Promise<void> {
    if (this.#transactions === 0) await this.#thread.end()
  }

  async #write (store: Store, order: (note: string) => Order): Promise<Reply> {
    return await store.writeElsewhere(async () =>
      await this.#transact(async () => order(store.engine.unseenNotice())))
  }

  /** @param ending makes the order that ends the transaction; called when no other connection can write. */
  async #transact (ending: () => Promise<Order>): Promise<Reply> {
    this.#transactions++
    try {
      await this.#thread.run({ order: 'begin' })
      const order = await ending().catch(async (error: unknown) => {
        await this.#thread.run({ order: 'rollback' })
        throw error
      })
      return await this.#thread.run(order)
    } finally {
      this.#transactions--
    }
  }
}
