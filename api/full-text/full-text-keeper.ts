import { and, count, eq, gt, inArray, ne } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { bindings, IDS, prepared } from '../../db/prepared.js'
import { addDue, hasDue, putDocuments, takeDue, type FullTextIndex } from '../../db/search/full-text.js'
import { isOneOf, type Database } from '../../db/sqlite.js'
import type { Store } from '../../db/store.js'
import { media, resource, sitePage, value } from '../../db/tables/index.js'
import { pageTexts } from './page-texts.js'
import { INDEXER, resourceTexts, type TextOfMedia } from './resource-texts.js'

const query = new QueryBuilder()

/** Documents put together at a time. */
const BATCH = 500

/** What one transaction indexes at the most, so that nobody waits long for a title that many resources show. */
const MOST_AT_ONCE = 2000

/** Annotations and media among the ids: what shows them is to be indexed too. */
const shownBy = prepared((database) => database.select({ id: resource.id, kind: resource.kind, itemId: media.itemId }).from(resource)
  .leftJoin(media, eq(media.id, resource.id)).where(and(isOneOf(resource.id, IDS), inArray(resource.kind, ['media', 'value_annotation']))).prepare())

const INDEXES: readonly FullTextIndex[] = ['fulltext', 'site_page_fulltext']

/**
 * Keeps the full-text indexes true. The database notes what has to be indexed anew, whoever wrote it; every
 * transaction does that before it ends. What is too much for one is done soon after, in transactions of its own.
 */
export class FullTextKeeper {
  readonly #store: Store
  readonly #textOfMedia: TextOfMedia
  #catchingUp: Promise<void> | undefined

  constructor (store: Store, textOfMedia: TextOfMedia) {
    this.#store = store
    this.#textOfMedia = textOfMedia
    store.beforeCommit = async (database) => {
      if (await this.#indexDue(database)) this.catchUp().catch(() => {})
    }
  }

  /** Indexes what is left to be indexed, of an earlier run too. */
  catchUp (): Promise<void> {
    this.#catchingUp ??= this.#catchUp().finally(() => { this.#catchingUp = undefined })
    return this.#catchingUp
  }

  /** Indexes the next of an index's resources or pages after an id anew. @returns their ids; none when there are no more. */
  async renew (index: FullTextIndex, after: number): Promise<number[]> {
    const table = index === 'fulltext' ? resource : sitePage
    const rows = await this.#store.read.select({ id: table.id }).from(table)
      .where(and(gt(table.id, after), index === 'fulltext' ? ne(resource.kind, 'value_annotation') : undefined)).orderBy(table.id).limit(BATCH)
    const ids = rows.map((row) => row.id)
    if (ids.length > 0) await this.#store.write(async (database) => { await addDue(database, index, query.select({ id: table.id }).from(table).where(isOneOf(table.id, ids)).getSQL()) })
    return ids
  }

  /** How many documents there are to index. */
  async count (): Promise<number> {
    const [pages] = await this.#store.read.select({ total: count() }).from(sitePage)
    const [resources] = await this.#store.read.select({ total: count() }).from(resource).where(ne(resource.kind, 'value_annotation'))
    return pages!.total + resources!.total
  }

  async #catchUp (): Promise<void> {
    const isBehind = async (): Promise<boolean> => {
      for (const index of INDEXES) if (await hasDue(this.#store.read, index)) return true
      return false
    }
    // Each transaction does its share before it ends.
    while (await isBehind()) await this.#store.write(async () => {})
  }

  /** @returns whether some is left. */
  async #indexDue (database: Database): Promise<boolean> {
    for (const index of INDEXES) {
      for (let done = 0; ;) {
        const ids = await takeDue(database, index, BATCH)
        if (ids.length === 0) break
        if (index === 'fulltext') await this.#indexResources(database, ids)
        else await putDocuments(database, index, await pageTexts(database, ids))
        done += ids.length
        if (ids.length < BATCH) break
        if (done >= MOST_AT_ONCE) return true
      }
    }
    return false
  }

  async #indexResources (database: Database, ids: readonly number[]): Promise<void> {
    await putDocuments(database, 'fulltext', await resourceTexts(database, await withWhatShows(database, ids), this.#textOfMedia))
  }
}

/** The resources, the items of those that are media, and what those describe that are annotations. */
async function withWhatShows (database: Database, ids: readonly number[]): Promise<number[]> {
  const all = new Set(ids)
  for (let next = ids; next.length > 0;) {
    const rows = await shownBy(database, INDEXER).all(bindings(next, INDEXER))
    const annotations = rows.filter(({ kind }) => kind === 'value_annotation').map(({ id }) => id)
    const described = annotations.length === 0 ? [] : await database.select({ id: value.resourceId }).from(value).where(isOneOf(value.annotationId, annotations))
    next = [...rows.flatMap(({ itemId }) => itemId ?? []), ...described.map(({ id }) => id)].filter((id) => !all.has(id))
    for (const id of next) all.add(id)
  }
  return [...all]
}
