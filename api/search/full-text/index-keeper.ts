import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, count, gt, ne, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { EVERYTHING } from '../../../db/change-log.js'
import { numbersOf } from '../../../db/ids.js'
import { prepared } from '../../../db/prepared.js'
import { addDue, putDocuments, removeDocument, takeDue, type FullTextIndex } from '../../../db/search/full-text.js'
import type { FullTextDocument } from '../../../db/search/full-text-tokens.js'
import { indexDueTexts } from '../../../db/search/trigrams.js'
import { isOneOf, type Database } from '../../../db/sqlite.js'
import type { Store } from '../../../db/store.js'
import { resource, sitePage } from '../../../db/tables/index.js'
import { Turns } from '../../turns.js'
import { MOST_DUE } from './changed-texts.js'
import { isOfDatabase } from './database-error.js'
import { divide } from './document-sizes.js'
import { IndexThread } from './index-thread.js'
import { pageTexts } from './page-texts.js'
import { INDEXER, resourceTexts, type TextOfMedia } from './resource-texts.js'
import { withWhatShows } from './what-shows.js'

const query = new QueryBuilder()

/** Number of rows that the job marks as due in one transaction. */
const BATCH = 500

/** Maximal number of documents that a background transaction indexes, so that requests wait only briefly. */
const AT_ONCE = 100

/** The same for a transaction that a search waits for, or when there are no other requests. */
const MAX_AT_ONCE = 2000

/** Number of values and titles that a transaction adds to the trigram indexes, per document. */
const TEXTS_A_DOCUMENT = 20

/** Milliseconds between a write and its indexing: many documents together are indexed faster than one by one. */
const DELAY = 500

const INDEXES: readonly FullTextIndex[] = ['fulltext', 'site_page_fulltext']

const isAnyIn = (tables: readonly string[]) =>
  prepared((database) =>
    database
      .select({
        isAny: sql<number>`${sql.join(
          tables.map((name) => sql`EXISTS (SELECT 1 FROM ${sql.identifier(name)})`),
          sql` OR `
        )}`
      })
      .from(sql`(SELECT 1)`)
      .prepare()
  )
const FULL_TEXT_DUE = ['fulltext_due', 'site_page_fulltext_due']
const isFullTextDue = isAnyIn(FULL_TEXT_DUE)
const isAnythingDue = isAnyIn([...FULL_TEXT_DUE, 'value_due', 'title_due'])

/**
 * Keeps the full-text and trigram indexes up to date. Triggers of the database mark the rows whose index entries are
 * out of date; soon after a write they are indexed in batches, in transactions of their own. A full-text search has
 * the full-text index updated first; a search for parts of values reads rows that are not indexed yet one by one.
 */
export class IndexKeeper {
  readonly #store: Store
  readonly #textOfMedia: TextOfMedia
  #timer: NodeJS.Timeout | undefined
  #catchingUp: Promise<void> = Promise.resolve()
  #isClosed = false
  #isFailing = false
  #isHeld = false
  readonly #thread: IndexThread
  /** Ids of due documents that are left to the thread. */
  readonly #long: Record<FullTextIndex, Set<number>> = { fulltext: new Set(), site_page_fulltext: new Set() }

  constructor (store: Store, textOfMedia: TextOfMedia) {
    this.#store = store
    this.#thread = new IndexThread(store.file)
    this.#textOfMedia = textOfMedia
    store.afterWrite = () => { this.#timer ??= setTimeout(() => { this.#begin() }, DELAY).unref() }
  }

  /** Indexes everything that is due, including rows that an earlier process left. */
  catchUp (): Promise<void> {
    const run = this.#catchingUp.then(async () => { await this.#catchUp() })
    this.#catchingUp = run.catch(() => {})
    return run
  }

  /**
   * Updates the full-text index before a search, by one transaction of limited size. When it cannot be written (on a
   * full disk, for example), searches use the index as it is.
   */
  async settle (): Promise<void> {
    const [row] = await isFullTextDue(this.#store.read, INDEXER).all()
    if (row!.isAny === 0) return
    try {
      await this.#store.writeUnseen(async (database) => await this.indexDue(database))
      await this.#indexLong()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) { warn('The full-text index could not be brought up to date; searches use what it holds.', error) }
      this.#isFailing = true
    }
  }

  /** The same, unless so little of resources is due that the search reads that itself. */
  async settleAllButFew (): Promise<void> {
    const database = this.#store.read
    const due = await numbersOf(database, sql`SELECT id FROM fulltext_due LIMIT ${MOST_DUE + 1}`)
    if (due.length === 0) return
    if (due.length <= MOST_DUE) {
      const { long } = await divide(database, 'fulltext', await withWhatShows(database, [...due]))
      if (long.length === 0) return
    }
    await this.settle()
  }

  /** Within a transaction: indexes up to `most` documents of each index. @returns whether there may be more. */
  async indexDue (database: Database, most = MAX_AT_ONCE): Promise<boolean> {
    const turns = new Turns()
    let isMore = await indexDueTexts(database, most * TEXTS_A_DOCUMENT, async () => { await turns.next() })
    for (const index of INDEXES) {
      const due = await takeDue(database, index, most)
      isMore ||= due.length === most
      if (due.length === 0) continue
      const ids = index === 'fulltext' ? await withWhatShows(database, due) : due
      const { groups, long } = await divide(database, index, ids)
      for (const group of groups) {
        await turns.next()
        await this.#index(database, index, group)
      }
      // They stay due until they are indexed, which may be after another start.
      await addDue(database, index, sql`SELECT value FROM json_each(${JSON.stringify(long)})`)
      for (const id of long) this.#long[index].add(id)
    }
    return isMore
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
    const read = async () => (await this.#textsOf(this.#store.read, index, [id]))[0]
    const problem = await this.#thread.index(index, id, read)
    this.#long[index].delete(id)
    if (problem !== undefined) warnOf(index, id, problem)
  }

  /** Does `work` without indexing in the background what is due; `catchUp` does it afterwards. */
  async hold (work: () => Promise<void>): Promise<void> {
    this.#isHeld = true
    try {
      await this.#catchingUp
      await work()
    } finally {
      this.#isHeld = false
    }
  }

  /** Stops indexing; the database keeps the marks of what is due. */
  async close (): Promise<void> {
    clearTimeout(this.#timer)
    this.#isClosed = true
    await this.#catchingUp
    await this.#thread.release()
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
      await this.indexDue(database)
    })
    await this.#indexLong()
    return ids
  }

  /** Makes stale what was read from the index before it was made anew. */
  announceRenewal (): void {
    this.#store.changes.record(EVERYTHING)
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

  #begin (): void {
    this.#timer = undefined
    if (this.#isHeld) return
    // What cannot be indexed now stays marked; the next write schedules another attempt.
    this.catchUp().catch(() => {})
  }

  async #catchUp (): Promise<void> {
    const [row] = await isAnythingDue(this.#store.read, INDEXER).all()
    // Stops when nothing was due: later writes schedule a run of their own, so that they are indexed in batches.
    for (let isMore = row!.isAny === 1; isMore && !this.#isClosed;) {
      isMore = await this.#store.writeUnseen(async (database) => await this.indexDue(database, AT_ONCE))
      await this.#indexLong()
      await nextTurn()
    }
    await this.#thread.release()
  }

  /** Indexes documents together; if that fails, one by one, so that a faulty document does not hold up the others. */
  async #index (database: Database, index: FullTextIndex, ids: readonly number[]): Promise<void> {
    try {
      await this.#store.nested(async () => { await this.#put(database, index, ids) })
    } catch (error) {
      if (isOfDatabase(error)) throw error
      for (const id of ids) await this.#indexOne(database, index, id)
    }
  }

  /** Indexes a document. If it is faulty, it is left out of the index until it is written again; see checkFullText. */
  async #indexOne (database: Database, index: FullTextIndex, id: number): Promise<void> {
    try {
      await this.#store.nested(async () => { await this.#put(database, index, [id]) })
    } catch (error) {
      if (isOfDatabase(error)) throw error
      await removeDocument(database, index, id)
      warnOf(index, id, error)
    }
  }

  async #put (database: Database, index: FullTextIndex, ids: readonly number[]): Promise<void> {
    await putDocuments(database, index, await this.#textsOf(database, index, ids))
  }

  async #textsOf (database: Database, index: FullTextIndex, ids: readonly number[]): Promise<FullTextDocument[]> {
    return index === 'fulltext'
      ? await resourceTexts(database, ids, this.#textOfMedia)
      : await pageTexts(database, ids)
  }
}

function warnOf (index: FullTextIndex, id: number, error: unknown): void {
  const what = index === 'fulltext' ? 'resource' : 'site page'
  warn(`The text of ${what} ${id} cannot be indexed: full-text searches do not find it.`, error)
}

/** Reports an error in the background, where no request can be told of it. */
function warn (message: string, error: unknown): void {
  process.emitWarning(message, { code: 'VITRINE_FULL_TEXT', detail: String(error) })
}
