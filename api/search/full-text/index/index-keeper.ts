import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { count, gt, sql } from 'drizzle-orm'
import { lastValue } from '../../../../db/query/statements/ids.js'
import { prepared } from '../../../../db/query/statements/prepared.js'
import { whileBusy } from '../../../../db/open/patience.js'
import { addDue, documentIds } from '../../../../db/query/text/full-text.js'
import type { FullTextIndex } from '../../../../db/query/tokens/full-text-tokens.js'
import { flag, isOneOf } from '../../../../db/query/statements/dialect.js'
import { Turns } from '../../../core/sequence/turns.js'
import type { Database } from '../../../../db/query/statements/database.js'
import type { Store } from '../../../../db/open/store.js'
import { resourcesDue } from '../texts/changed-texts.js'
import { indexDue, warn, type Indexed, type Indexing } from './due-texts.js'
import { IndexThread } from './index-thread.js'
import { INDEXER, type TextOfMedia } from '../texts/resource-texts.js'
import { areShort } from '../texts/document-sizes.js'

/** Number of rows that the job marks as due in one transaction. */
const RENEW_BATCH_ROWS = 500

/** Maximal number of documents that a background transaction indexes, so that requests wait only briefly. */
const BACKGROUND_BATCH_DOCUMENTS = 100

/** Maximal number of documents of a transaction that a search waits for, or when there are no other requests. */
const FOREGROUND_BATCH_DOCUMENTS = 2000

/** Maximal number of documents of a transaction in the thread, for which only writes wait. */
const THREAD_BATCH_DOCUMENTS = 100

/**
 * Maximal number of merge steps after each transaction that indexes. The main thread merges within that transaction,
 * the index thread in one transaction per step. The thread's steps are about as many as newly indexed texts need in the
 * long run, so that segments do not pile up (text-segments.ts); the rest is merged in the background.
 */
const MERGE_MAX_STEPS = 32
const THREAD_MERGE_MAX_STEPS = 2

/**
 * While there are writes, merging in the background pauses after each step for a multiple of the step's duration: large
 * segments of an index may need thousands of steps, and writes wait for each. The pause is limited. Writes count as
 * going on for some milliseconds after the last one.
 */
const MERGE_REST_FACTOR = 4
const MERGE_REST_MAX_MS = 100
const WRITE_ACTIVE_MS = 250

/**
 * Milliseconds between a write and its indexing: a batch of documents is indexed faster than one by one. The thread
 * waits longer, because every change of a large index is expensive.
 */
const INDEX_DELAY_MS = 500
const THREAD_INDEX_DELAY_MS = 2000

/** Maximal milliseconds for which documents wait to be indexed while writes do not pause. */
const DOCUMENT_WAIT_MAX_MS = 30_000

/** From this number of values on, even a small change of the indexes takes so long that a thread makes it. */
const THREAD_MIN_VALUES = 300_000

const isAnyIn = (tables: readonly string[]) =>
  prepared((database) =>
    database
      .select({
        isAny: flag(sql.join(
          tables.map((name) => sql`EXISTS (SELECT 1 FROM ${sql.identifier(name)})`),
          sql` OR `
        ))
      })
      .from(sql`(SELECT 1) AS once`)
      .prepare()
  )
const FULL_TEXT_DUE = ['fulltext_due', 'site_page_fulltext_due']
const isFullTextDue = isAnyIn(FULL_TEXT_DUE)
const isAnythingDue = isAnyIn([...FULL_TEXT_DUE, 'value_due', 'title_due'])

/**
 * Keeps the full-text and trigram indexes up to date. Each transaction marks the rows whose index entries are out of
 * date (db/changes/queue.ts); soon after a write they are indexed in batches, in transactions of their own. A full-text
 * search has the full-text index updated first; a search for parts of values reads rows that are not indexed yet one by
 * one.
 */
export class IndexKeeper {
  readonly #store: Store
  readonly #indexing: Indexing
  #timer: NodeJS.Timeout | undefined
  #catchingUp: Promise<void> = Promise.resolve()
  #merging: Promise<void> | undefined
  #isClosed = false
  #isFailing = false
  /** Versions of the change log at which nothing was due for full-text search, or so little that a search reads it. */
  #noneDueAt = -1
  #fewDueAt = -1
  #isPaused = false
  /** Time of the last write, and since when documents may be due. */
  #written = -Infinity
  #waitingSince = Infinity
  /**
   * Absent with PostgreSQL: its server does the work of indexing, so that this thread is not blocked. Absent if
   * ingesters of the application give media texts, because the thread does not know them.
   */
  readonly #thread: IndexThread | undefined
  /** From this number of values on, the thread indexes all that is due. */
  readonly #threadFrom: number
  /** Whether the last documents were indexed in the thread. */
  #isInThread = false

  /**
   * @param threadFrom number of values from which on a thread indexes them; Infinity: never, nor long documents.
   * @param pageCache maximal size in bytes of the thread's database page cache.
   */
  constructor (store: Store, textOfMedia: TextOfMedia, threadFrom = THREAD_MIN_VALUES, pageCache?: number) {
    this.#store = store
    if (store.engine.file !== undefined && threadFrom < Infinity) {
      this.#thread = new IndexThread({ file: store.engine.file, pageCache })
    }
    this.#indexing = {
      nested: async (work) => { await store.nested(work) }, textOfMedia, takesLong: this.#thread === undefined
    }
    this.#threadFrom = threadFrom
    store.afterWrite = () => {
      this.#written = performance.now()
      this.#waitingSince = Math.min(this.#waitingSince, this.#written)
      this.#beginLater()
    }
  }

  /** Indexes everything that is due, including rows that an earlier process left, and merges the indexes. */
  async catchUp (): Promise<void> {
    const run = this.#catchingUp.then(async () => { await this.#catchUp() })
    this.#catchingUp = run.catch(() => {})
    await run
    if (!this.#isInThread) return await this.#thread?.release()
    this.#merging ??= this.#mergeAll().finally(() => { this.#merging = undefined })
    await this.#merging
  }

  /** Whether nothing was due for full-text search, and nothing was written since. */
  get isSettled (): boolean {
    return this.#store.changes.version === this.#noneDueAt
  }

  /**
   * Updates the full-text index before a search, with a limited number of documents. When it cannot be written (on a
   * full disk, for example), searches use the index as it is.
   */
  async settle (): Promise<void> {
    if (this.isSettled) return
    const { version } = this.#store.changes
    try {
      await this.#store.foreignTaken()
      for (let left = FOREGROUND_BATCH_DOCUMENTS; left > 0;) {
        if (!await this.#isFullTextDue()) {
          this.#noneDueAt = version
          break
        }
        const { isByThread } = await this.#indexSome(left)
        // The thread uses several transactions, so that other writes can run in between.
        left -= isByThread ? THREAD_BATCH_DOCUMENTS : left
      }
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) { warn('The full-text index could not be updated; searches use it as it is.', error) }
      this.#isFailing = true
    }
  }

  /** Like `settle`, but does nothing if so few resources are due that the search can read them itself. */
  async settleAllButFew (): Promise<void> {
    const { version } = this.#store.changes
    if (this.isSettled || version === this.#fewDueAt) return
    await this.#store.foreignTaken()
    const database = this.#store.read
    const due = await resourcesDue(database)
    if (due === undefined || due.length === 0 || !await areShort(database, due)) return await this.settle()
    this.#fewDueAt = version
  }

  async #isFullTextDue (): Promise<boolean> {
    const [row] = await isFullTextDue(this.#store.read, INDEXER).all()
    return row!.isAny === 1
  }

  /** Within a transaction: indexes up to `most` documents of each index. */
  async indexDue (database: Database, most = FOREGROUND_BATCH_DOCUMENTS): Promise<Indexed> {
    const indexed = await indexDue(database, most, this.#indexing)
    const turns = new Turns()
    for (let step = 0; step < MERGE_MAX_STEPS && await database.$native.mergeTexts(); step++) await turns.next()
    return indexed
  }

  /** Indexes some of what is due, in the thread if there are many values or long texts. */
  async #indexSome (most: number): Promise<{ isMore: boolean, isByThread: boolean }> {
    this.#isInThread = this.#thread !== undefined && await lastValue(this.#store.read) >= this.#threadFrom
    if (!this.#isInThread) {
      const { isMore, hasLong } = await this.#store.writeUnseen(async (database) => await this.indexDue(database, most))
      if (!hasLong) return { isMore, isByThread: false }
    }
    return { isMore: await this.#thread!.indexDue(this.#store, THREAD_BATCH_DOCUMENTS), isByThread: true }
  }

  /** Pauses background indexing while `work` runs. Call `catchUp` afterwards. */
  async hold (work: () => Promise<void>): Promise<void> {
    this.#isPaused = true
    try {
      await this.#atRest()
      await work()
    } finally {
      this.#isPaused = false
    }
  }

  /** Stops indexing; the database keeps the marks of what is due. */
  async close (): Promise<void> {
    clearTimeout(this.#timer)
    this.#isClosed = true
    await this.#atRest()
    await this.#thread?.release()
  }

  /** Resolves when the indexing and merging that is under way has ended. */
  async #atRest (): Promise<void> {
    await this.#catchingUp
    await this.#merging?.catch(() => {})
  }

  /** Reindexes the next resources or pages after an id. @returns their ids; none when there are no more. */
  async renew (index: FullTextIndex, after: number): Promise<number[]> {
    const rows = await documentIds(this.#store.read, index, (id) => gt(id, after)).limit(RENEW_BATCH_ROWS)
    const ids = rows.map((row) => row.id)
    if (ids.length === 0) return ids
    await this.#store.writeUnseen(async (database) => {
      await addDue(database, index, documentIds(database, index, (id) => isOneOf(id, ids)).getSQL())
    })
    await this.#indexAll()
    return ids
  }

  /** Invalidates what all processes have cached from the index before it was rebuilt. */
  async announceRenewal (): Promise<void> {
    await this.#store.writeBulk(async () => {})
  }

  /** Number of all documents in the indexes. */
  async count (): Promise<number> {
    const { read } = this.#store
    const [resources] = await read.select({ total: count() }).from(documentIds(read, 'fulltext').as('document'))
    const [pages] = await read.select({ total: count() }).from(documentIds(read, 'site_page_fulltext').as('document'))
    return pages!.total + resources!.total
  }

  #beginLater (): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      // Documents that cannot be indexed now stay marked; the next write schedules another attempt.
      this.#begin().catch(() => {})
    }, this.#isInThread ? THREAD_INDEX_DELAY_MS : INDEX_DELAY_MS).unref()
  }

  async #begin (): Promise<void> {
    if (this.#isPaused || this.#isClosed) return
    if (this.#isInThread && await this.#mayWait()) return this.#beginLater()
    this.#waitingSince = Infinity
    await this.catchUp()
  }

  /**
   * Whether writes continue without a pause, and so few documents are due that searches read them one by one: every
   * change of a large index is expensive and blocks writes.
   */
  async #mayWait (): Promise<boolean> {
    const now = performance.now()
    if (now - this.#written >= THREAD_INDEX_DELAY_MS || now - this.#waitingSince >= DOCUMENT_WAIT_MAX_MS) return false
    return await resourcesDue(this.#store.read) !== undefined
  }

  async #catchUp (): Promise<void> {
    const [row] = await isAnythingDue(this.#store.read, INDEXER).all()
    // Stops when nothing was due: later writes schedule a run of their own, so that they are indexed in batches.
    if (row!.isAny === 1) await whileBusy(async () => { await this.#indexAll() }, () => this.#isClosed)
  }

  /** Indexes what is due, in several transactions, so that other writes can run in between. */
  async #indexAll (): Promise<void> {
    for (let isMore = true; isMore && !this.#isClosed;) {
      isMore = (await this.#indexSome(BACKGROUND_BATCH_DOCUMENTS)).isMore
      for (let left = isMore ? THREAD_MERGE_MAX_STEPS : 0; left > 0 && await this.#mergeStep();) left--
      await nextTurn()
    }
  }

  /** Merges the segments of the text indexes in the background, in small steps between which writes can run. */
  async #mergeAll (): Promise<void> {
    for (let begin = performance.now(); await this.#mergeStep(); begin = performance.now()) {
      const end = performance.now()
      const isWriting = end - this.#written < WRITE_ACTIVE_MS
      if (isWriting) await pause(Math.min(MERGE_REST_FACTOR * (end - begin), MERGE_REST_MAX_MS))
    }
  }

  /** Runs one merge step in a transaction of the thread. @returns whether there may be more. */
  async #mergeStep (): Promise<boolean> {
    return this.#isInThread && !this.#isClosed && !this.#isPaused && await this.#thread!.merge(this.#store)
  }
}
