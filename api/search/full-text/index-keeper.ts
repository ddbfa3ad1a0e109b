import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, count, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { bindings, IDS, prepared } from '../../../db/prepared.js'
import { addDue, putDocuments, removeDocument, takeDue, type FullTextIndex } from '../../../db/search/full-text.js'
import { indexDueTexts } from '../../../db/search/trigrams.js'
import { isOneOf, type Database } from '../../../db/sqlite.js'
import type { Store } from '../../../db/store.js'
import { media, resource, sitePage, value } from '../../../db/tables/index.js'
import { Turns } from '../../turns.js'
import { pageTexts } from './page-texts.js'
import { INDEXER, resourceTexts, type TextOfMedia } from './resource-texts.js'

const query = new QueryBuilder()

/** Rows that the job marks as due in one transaction. */
const BATCH = 500

/** Most documents that a background transaction indexes, so that requests wait only briefly. */
const AT_ONCE = 100

/** Most documents that a transaction indexes when a search waits for it, or nothing else is to be served. */
const MOST_AT_ONCE = 2000

/** Values and titles that a transaction adds to the trigram indexes, per document. */
const TEXTS_A_DOCUMENT = 20

/** Milliseconds between a write and its indexing: many documents together are indexed faster than one by one. */
const DELAY = 500

/** Annotations and media among the ids: the resources that show them must be indexed too. */
const shownBy = prepared((database) =>
  database
    .select({ id: resource.id, kind: resource.kind, itemId: media.itemId })
    .from(resource)
    .leftJoin(media, eq(media.id, resource.id))
    .where(and(isOneOf(resource.id, IDS), inArray(resource.kind, ['media', 'value_annotation'])))
    .prepare()
)

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
 * Keeps the full-text and trigram indexes up to date. Triggers of the database mark what is due to be indexed; that
 * happens soon after, in batches, in transactions of their own. A full-text search has it done at once; searches for
 * parts of values find what is not indexed yet without the index.
 */
export class IndexKeeper {
  readonly #store: Store
  readonly #textOfMedia: TextOfMedia
  #timer: NodeJS.Timeout | undefined
  #catchingUp: Promise<void> = Promise.resolve()
  #isClosed = false
  #isFailing = false

  constructor (store: Store, textOfMedia: TextOfMedia) {
    this.#store = store
    this.#textOfMedia = textOfMedia
    store.afterWrite = () => { this.#timer ??= setTimeout(() => { this.#begin() }, DELAY).unref() }
  }

  /** Indexes everything that is due, including what an earlier process left. */
  catchUp (): Promise<void> {
    const run = this.#catchingUp.then(async () => { await this.#catchUp() })
    this.#catchingUp = run.catch(() => {})
    return run
  }

  /**
   * Brings the full-text index up to date before a search, as far as that does not take long. When the index cannot be
   * written (on a full disk, for example), searches use it as it is.
   */
  async settle (): Promise<void> {
    const [row] = await isFullTextDue(this.#store.read, INDEXER).all()
    if (row!.isAny === 0) return
    try {
      await this.#store.writeUnseen(async (database) => await this.indexDue(database))
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) { warn('The full-text index could not be brought up to date; searches use what it holds.', error) }
      this.#isFailing = true
    }
  }

  /** Within a transaction: indexes some of what is due. @returns whether there may be more. */
  async indexDue (database: Database, most = MOST_AT_ONCE): Promise<boolean> {
    const turns = new Turns()
    let isMore = await indexDueTexts(database, most * TEXTS_A_DOCUMENT, async () => { await turns.next() })
    for (const index of INDEXES) {
      const ids = await takeDue(database, index, most)
      isMore ||= ids.length === most
      if (ids.length > 0) { await this.#index(database, index, index === 'fulltext' ? await withWhatShows(database, ids) : ids) }
    }
    return isMore
  }

  /** Stops indexing; what is due stays marked in the database. */
  async close (): Promise<void> {
    clearTimeout(this.#timer)
    this.#isClosed = true
    await this.#catchingUp
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
    return ids
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
    // What cannot be written now is tried again after the next write.
    this.catchUp().catch(() => {})
  }

  async #catchUp (): Promise<void> {
    const [row] = await isAnythingDue(this.#store.read, INDEXER).all()
    // Stops when nothing was due: later writes schedule a run of their own, so that they are indexed in batches.
    for (let isMore = row!.isAny === 1; isMore && !this.#isClosed;) {
      isMore = await this.#store.writeUnseen(async (database) => await this.indexDue(database, AT_ONCE))
      await nextTurn()
    }
  }

  /** Indexes documents together; if that fails, one by one, so that a faulty document does not keep out the others. */
  async #index (database: Database, index: FullTextIndex, ids: readonly number[]): Promise<void> {
    try {
      await this.#store.nested(async () => { await this.#put(database, index, ids) })
    } catch (error) {
      if (isOfDatabase(error)) throw error
      for (const id of ids) await this.#indexOne(database, index, id)
    }
  }

  /**
   * A document that cannot be indexed is left out of the index until its resource is written again; see checkFullText.
   */
  async #indexOne (database: Database, index: FullTextIndex, id: number): Promise<void> {
    try {
      await this.#store.nested(async () => { await this.#put(database, index, [id]) })
    } catch (error) {
      if (isOfDatabase(error)) throw error
      await removeDocument(database, index, id)
      warn(
        `The text of ${index === 'fulltext' ? 'resource' : 'site page'} ${id} cannot be indexed: full-text searches do not find it.`,
        error
      )
    }
  }

  async #put (database: Database, index: FullTextIndex, ids: readonly number[]): Promise<void> {
    await putDocuments(
      database,
      index,
      index === 'fulltext' ? await resourceTexts(database, ids, this.#textOfMedia) : await pageTexts(database, ids)
    )
  }
}

/** Whether the database failed (a full disk, for example) rather than the document being at fault. */
function isOfDatabase (error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code.startsWith('SQLITE_') && code !== 'SQLITE_TOOBIG'
}

/** Reports an error of work that no request waits for. */
function warn (message: string, error: unknown): void {
  process.emitWarning(message, { code: 'VITRINE_FULL_TEXT', detail: String(error) })
}

/** The resources, the items of media among them, and the resources that annotations among them belong to. */
async function withWhatShows (database: Database, ids: readonly number[]): Promise<number[]> {
  const all = new Set(ids)
  for (let next = ids; next.length > 0;) {
    const rows = await shownBy(database, INDEXER).all(bindings(next, INDEXER))
    const annotations = rows.filter(({ kind }) => kind === 'value_annotation').map(({ id }) => id)
    const described =
      annotations.length === 0
        ? []
        : await database.select({ id: value.resourceId }).from(value).where(isOneOf(value.annotationId, annotations))
    next = [...rows.flatMap(({ itemId }) => itemId ?? []), ...described.map(({ id }) => id)].filter(
      (id) => !all.has(id)
    )
    for (const id of next) all.add(id)
  }
  return [...all]
}
