import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, count, gt, ne, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { lastValue } from '../../../../db/query/statements/ids.js'
import { prepared } from '../../../../db/query/statements/prepared.js'
import { whileBusy } from '../../../../db/open/patience.js'
import { addDue, type FullTextIndex } from '../../../../db/query/text/full-text.js'
import { flag, isOneOf } from '../../../../db/query/statements/dialect.js'
import { Turns } from '../../../core/sequence/turns.js'
import type { Database } from '../../../../db/query/statements/database.js'
import type { Store } from '../../../../db/open/store.js'
import { resource, sitePage } from '../../../../db/tables/index.js'
import { resourcesDue } from '../texts/changed-texts.js'
import { DueTexts, INDEXES, warn, warnOf } from './due-texts.js'
import { IndexMerging } from './index-merging.js'
import { IndexThread } from './index-thread.js'
import { INDEXER, type TextOfMedia } from '../texts/resource-texts.js'
import { ShortDocuments } from '../texts/short-documents.js'

const query = new QueryBuilder()

/** Number of rows that the job marks as due in one transaction. */
const BATCH = 500

/** Maximal number of documents that a background transaction indexes, so that requests wait only briefly. */
const AT_ONCE = 100

/** The same for a transaction that a search waits for, or when there are no other requests. */
const MAX_AT_ONCE = 2000

/** The same for a transaction in the thread, for which only writes wait, and not while it reads (read-ahead.ts). */
const AT_ONCE_IN_THREAD = 100

/**
 * After each transaction that indexes, the most steps by which indexes are merged: within it where this thread indexes,
 * otherwise each in a transaction of its own. Those of the thread are about as many as what was indexed needs in the
 * long run, so that no more of it piles up than FTS5 leaves (text-segments.ts). The rest is merged beside.
 */
const MOST_MERGES = 32
const MOST_MERGES_OF_THREAD = 2

/**
 * Milliseconds between a write and its indexing: many documents together are indexed faster than one by one. The
 * larger an index, the more it takes to change it at all.
 */
const DELAY = 500
const DELAY_OF_THREAD = 2000

/**
 * Up to so many documents wait in a large collection for a pause of the writes: each time that the indexes are changed
 * costs much, and who writes waits meanwhile. Searches read as many by themselves. While nobody searches texts, more of
 * them wait.
 */
const MOST_WAITING = 300
const MOST_UNASKED = 2000
/** Milliseconds for which texts count as searched, and for which documents wait at the most. */
const LATELY = 20_000
const DOCUMENT_WAIT_MAX_MS = 30_000

/** Number of values from which on a change of their indexes, however small, keeps a thread busy for long. */
const MANY = 300_000

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
const numberDue = prepared((database) => database
  .select({ total: count() }).from(sql`(SELECT 1 FROM fulltext_due LIMIT ${MOST_UNASKED + 1}) AS due`).prepare())
const isAnythingDue = isAnyIn([...FULL_TEXT_DUE, 'value_due', 'title_due'])

/**
 * Keeps the full-text and trigram indexes up to date. Triggers of the database mark the rows whose index entries are
 * out of date; soon after a write they are indexed in batches, in transactions of their own. A full-text search has
 * the full-text index updated first; a search for parts of values reads rows that are not indexed yet one by one.
 */
export class IndexKeeper {
  readonly #store: Store
  readonly #due: DueTexts
  #timer: NodeJS.Timeout | undefined
  #catchingUp: Promise<void> = Promise.resolve()
  readonly #merging = new IndexMerging(async () => await this.#mergeStep())
  #isClosed = false
  #isFailing = false
  #isHeld = false
  /** When texts were searched last, when something was written last, and since when something may be due. */
  #searched = -Infinity
  #written = -Infinity
  #waitingSince = Infinity
  /** Absent where the database is no file: then it is the database that works, and not this thread. */
  readonly #thread: IndexThread | undefined
  /** From how many values on the thread indexes all that is due. */
  readonly #threadFrom: number
  /** Whether it was so when something was indexed last. */
  #isInThread = false
  readonly #short: ShortDocuments
  /** Ids of due documents that are left to the thread. */
  readonly #long: Record<FullTextIndex, Set<number>> = { fulltext: new Set(), site_page_fulltext: new Set() }

  /**
   * @param threadFrom from how many values on a thread indexes them, which only knows the built-in ingesters.
   * @param pageCache bytes of the database that the thread may hold.
   */
  constructor (store: Store, textOfMedia: TextOfMedia, threadFrom = MANY, pageCache?: number) {
    this.#store = store
    this.#short = new ShortDocuments(() => store.changes)
    if (store.file !== undefined) this.#thread = new IndexThread({ file: store.file, pageCache })
    this.#due = new DueTexts(async (work) => { await store.nested(work) }, textOfMedia, this.#thread === undefined)
    this.#threadFrom = threadFrom
    store.afterWrite = () => {
      this.#written = performance.now()
      this.#waitingSince = Math.min(this.#waitingSince, this.#written)
      this.#merging.noteWrite()
      this.#beginLater()
    }
  }

  /** Has fewer documents wait from now on, because texts are searched. */
  noteSearch (): void {
    this.#searched = performance.now()
  }

  /** Indexes everything that is due, including rows that an earlier process left, and merges the indexes. */
  async catchUp (): Promise<void> {
    const run = this.#catchingUp.then(async () => { await this.#catchUp() })
    this.#catchingUp = run.catch(() => {})
    await run
    if (this.#isInThread) await this.#merging.run()
    else await this.#thread?.release()
  }

  /**
   * Updates the full-text index before a search, with a limited number of documents. When it cannot be written (on a
   * full disk, for example), searches use the index as it is.
   */
  async settle (): Promise<void> {
    try {
      for (let left = MAX_AT_ONCE; left > 0 && await this.#isFullTextDue();) {
        await this.#indexSome(left, AT_ONCE_IN_THREAD)
        await this.#indexLong()
        // By several transactions of the thread, between which others write.
        left -= this.#isInThread ? AT_ONCE_IN_THREAD : left
      }
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) { warn('The full-text index could not be brought up to date; searches use what it holds.', error) }
      this.#isFailing = true
    }
  }

  /** The same, unless so little of resources is due that the search reads that itself. */
  async settleAllButFew (): Promise<void> {
    const database = this.#store.read
    const due = await resourcesDue(database)
    if (due !== undefined && await this.#short.areAll(database, due)) return
    await this.settle()
  }

  async #isFullTextDue (): Promise<boolean> {
    const [row] = await isFullTextDue(this.#store.read, INDEXER).all()
    return row!.isAny === 1
  }

  /** Within a transaction: indexes up to `most` documents of each index. @returns whether there may be more. */
  async indexDue (database: Database, most = MAX_AT_ONCE): Promise<boolean> {
    const isMore = await this.#due.index(database, most, (index, ids) => { this.#leave(index, ids) })
    const turns = new Turns()
    for (let step = 0; step < MOST_MERGES && await database.$native.mergeTexts(); step++) await turns.next()
    return isMore
  }

  /** Indexes some of what is due, in the thread if there are many values. @returns whether there may be more. */
  async #indexSome (most: number, mostInThread: number): Promise<boolean> {
    this.#isInThread = this.#thread !== undefined && await lastValue(this.#store.read) >= this.#threadFrom
    if (!this.#isInThread) return await this.#store.writeUnseen(async (database) => await this.indexDue(database, most))
    const { isMore, long } = await this.#thread!.indexDue(this.#store, mostInThread)
    for (const index of INDEXES) this.#leave(index, long[index])
    return isMore
  }

  #leave (index: FullTextIndex, long: readonly number[]): void {
    for (const id of long) this.#long[index].add(id)
  }

  /** Indexes the long documents that `indexDue` has come across, each in a transaction of its own. */
  async #indexLong (): Promise<void> {
    for (const index of INDEXES) {
      for (const id of this.#long[index]) {
        if (this.#isClosed) return
        await this.#store.writeElsewhere(async () => { await this.#indexInThread(index, id) })
      }
    }
  }

  async #indexInThread (index: FullTextIndex, id: number): Promise<void> {
    // Another search may have waited for the same.
    if (!this.#long[index].has(id)) return
    const read = async () => (await this.#due.textsOf(this.#store.read, index, [id]))[0]
    const problem = await this.#thread!.index(index, id, read)
    this.#long[index].delete(id)
    if (problem !== undefined) warnOf(index, id, problem)
  }

  /** Does `work` without indexing in the background what is due; `catchUp` does it afterwards. */
  async hold (work: () => Promise<void>): Promise<void> {
    this.#isHeld = true
    try {
      await this.#atRest()
      await work()
    } finally {
      this.#isHeld = false
    }
  }

  /** Stops indexing; the database keeps the marks of what is due. */
  async close (): Promise<void> {
    clearTimeout(this.#timer)
    this.#isClosed = true
    await this.#atRest()
    await this.#thread?.release()
  }

  /** Ends when neither indexes nor merges go on that were under way. */
  async #atRest (): Promise<void> {
    await this.#catchingUp
    await this.#merging.atRest()
  }

  /** Reindexes the next resources or pages after an id. @returns their ids; none when there are no more. */
  async renew (index: FullTextIndex, after: number): Promise<number[]> {
    const table = index === 'fulltext' ? resource : sitePage
    const rows = await this.#store.read
      .select({ id: table.id })
      .from(table)
      .where(and(gt(table.id, after), index === 'fulltext' ? ne(resource.kind, 'value_annotation') : undefined))
      .orderBy(table.id)
      .limit(BATCH)
    const ids = rows.map((row) => row.id)
    if (ids.length === 0) return ids
    await this.#store.writeUnseen(async (database) => {
      await addDue(database, index, query.select({ id: table.id }).from(table).where(isOneOf(table.id, ids)).getSQL())
    })
    await this.#indexAll()
    return ids
  }

  /** Makes stale what was read from the index before it was made anew, in all processes. */
  async announceRenewal (): Promise<void> {
    await this.#store.writeBulk(async () => {})
  }

  /** How many documents there are to index. */
  async count (): Promise<number> {
    const [pages] = await this.#store.read.select({ total: count() }).from(sitePage)
    const [resources] = await this.#store.read
      .select({ total: count() })
      .from(resource)
      .where(ne(resource.kind, 'value_annotation'))
    return pages!.total + resources!.total
  }

  #beginLater (): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      // What cannot be indexed now stays marked; the next write schedules another attempt.
      this.#begin().catch(() => {})
    }, this.#isInThread ? DELAY_OF_THREAD : DELAY).unref()
  }

  async #begin (): Promise<void> {
    if (this.#isHeld || this.#isClosed) return
    if (this.#isInThread && await this.#mayWait()) return this.#beginLater()
    this.#waitingSince = Infinity
    await this.catchUp()
  }

  /** Whether others write without pause, and what is due is little. */
  async #mayWait (): Promise<boolean> {
    const now = performance.now()
    if (now - this.#written >= DELAY_OF_THREAD || now - this.#waitingSince >= DOCUMENT_WAIT_MAX_MS) return false
    const [due] = await numberDue(this.#store.read, INDEXER).all()
    return due!.total < (now - this.#searched < LATELY ? MOST_WAITING : MOST_UNASKED)
  }

  async #catchUp (): Promise<void> {
    const [row] = await isAnythingDue(this.#store.read, INDEXER).all()
    // Stops when nothing was due: later writes schedule a run of their own, so that they are indexed in batches.
    if (row!.isAny === 1) await whileBusy(async () => { await this.#indexAll() }, () => this.#isClosed)
  }

  /** Indexes what is due, by transactions between which others write. */
  async #indexAll (): Promise<void> {
    for (let isMore = true; isMore && !this.#isClosed;) {
      isMore = await this.#indexSome(AT_ONCE, AT_ONCE_IN_THREAD)
      await this.#indexLong()
      for (let left = isMore ? MOST_MERGES_OF_THREAD : 0; left > 0 && await this.#mergeStep();) left--
      await nextTurn()
    }
  }

  /** Merges a little of the indexes by a transaction of the thread. @returns whether there may be more. */
  async #mergeStep (): Promise<boolean> {
    return this.#isInThread && !this.#isClosed && !this.#isHeld && await this.#thread!.merge(this.#store)
  }
}
