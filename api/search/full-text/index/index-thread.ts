import pLimit from 'p-limit'
import type { FullTextIndex } from '../../../../db/query/text/full-text.js'
import type { FullTextDocument } from '../../../../db/query/tokens/full-text-tokens.js'
import { OrderedThread } from '../../../../db/threads/ordered-thread.js'
import type { Store } from '../../../../db/open/store.js'
import { threadProgram } from '../../../../db/threads/thread-program.js'

/**
 * What the thread is told. `put` without a document removes what the index has of that id. `read` reads what is due,
 * outside a transaction. `due` indexes it, notes that by a statement, and ends the transaction; so does `merge`, which
 * merges a little of the indexes.
 */
export type Order =
  | { order: 'begin' | 'rollback' }
  | { order: 'read', most: number }
  | { order: 'due', most: number, note: string }
  | { order: 'merge', note: string }
  | { order: 'put', index: FullTextIndex, id: number, document: FullTextDocument | undefined }

/** What was done with that which is due. */
export interface Indexed {
  /** Whether there may be more. */
  isMore: boolean
  /** Documents that are left, because each of them is to be indexed by itself. */
  long: Record<FullTextIndex, number[]>
}

/**
 * `problem`: the document cannot be indexed. `failure`: the database failed, and nothing was changed. `isMore`: there
 * may be more to merge.
 */
export interface Reply { problem?: Error | undefined, failure?: Error, indexed?: Indexed, isMore?: boolean }

/** What the thread is started with: path of the database, and bytes of it that it may hold. */
export interface IndexStart { readonly file: string, readonly pageCache?: number | undefined }

/**
 * Milliseconds after which a thread that has nothing to do ends: it takes some 15 MB, and a fraction of a second to
 * start.
 */
const IDLE = 60_000

const PROGRAM = threadProgram(import.meta.url, 'index-program')

/**
 * Indexes in a thread with a database connection of its own what would keep this thread from answering anybody: long
 * documents, each of which is one statement that takes seconds for megabytes of text, and whatever is due where the
 * indexes are large. The thread is started when it is needed, and ends with `release`.
 */
export class IndexThread {
  readonly #thread: OrderedThread<Order, Reply>
  /** What is due is not read while a merge is under way: the connection of the thread can do one of them. */
  readonly #oneByOne = pLimit(1)

  /** @param patience milliseconds after which a thread that has nothing to do ends. */
  constructor (start: IndexStart, patience = IDLE) {
    this.#thread = new OrderedThread({
      program: PROGRAM, data: start, purpose: 'indexes long texts', idleTimeout: patience
    })
  }

  /** Whether there is a thread, which has not been told to end. */
  get isRunning (): boolean {
    return this.#thread.isRunning
  }

  /**
   * Replaces what the index has of a document. Nothing else of this process may write meanwhile.
   *
   * @param read gives the document, undefined when there is none any more; called when nobody else can write.
   * @returns why the document cannot be indexed; undefined when it is.
   * @throws when the database fails, or the thread ends.
   */
  async index (
    index: FullTextIndex, id: number, read: () => Promise<FullTextDocument | undefined>
  ): Promise<Error | undefined> {
    return await this.#thread.use(async () => {
      await this.#send({ order: 'begin' })
      let document
      try {
        document = await read()
      } catch (error) {
        await this.#send({ order: 'rollback' })
        throw error
      }
      return (await this.#send({ order: 'put', index, id, document })).problem
    })
  }

  /**
   * Indexes what is due, with up to `most` documents of each index. It is read before others have to wait.
   *
   * @throws when the database fails, or the thread ends.
   */
  async indexDue (store: Store, most: number): Promise<Indexed> {
    return await this.#inTurn(async () => {
      await this.#send({ order: 'read', most })
      return (await this.#write(store, (note) => ({ order: 'due', most, note }))).indexed!
    })
  }

  /**
   * Merges a little of the indexes, for which others wait some milliseconds.
   *
   * @returns whether there may be more to merge.
   * @throws when the database fails, or the thread ends.
   */
  async merge (store: Store): Promise<boolean> {
    return (await this.#inTurn(async () => await this.#write(store, (note) => ({ order: 'merge', note })))).isMore!
  }

  /** Ends the thread unless it is busy. */
  async release (): Promise<void> {
    if (!this.#thread.isInUse) await this.#thread.end()
  }

  async #inTurn<T> (work: () => Promise<T>): Promise<T> {
    return await this.#oneByOne(async () => await this.#thread.use(work))
  }

  /** @param order which ends the transaction. */
  async #write (store: Store, order: (note: string) => Order): Promise<Reply> {
    return await store.writeUnseenElsewhere(
      async () => { await this.#send({ order: 'begin' }) },
      async (note) => await this.#send(order(note)),
      async () => { await this.#send({ order: 'rollback' }) }
    )
  }

  async #send (order: Order): Promise<Reply> {
    const reply = await this.#thread.request(order)
    if (reply.failure !== undefined) throw reply.failure
    return reply
  }
}
