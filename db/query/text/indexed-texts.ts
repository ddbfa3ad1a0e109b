import { numbersOf } from '../statements/ids.js'
import type { Database } from '../statements/database.js'
import type { Part } from '../tokens/full-text-query.js'
import { rowsWith, type FullTextIndex, type FullTextScope } from './full-text.js'
import { Postings } from '../tokens/postings.js'
import type { CountedDocuments, Texts } from './relevance.js'
import { not, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { sitePage } from '../../tables/index.js'
import { ANONYMOUS_VIEWER, isPageVisible } from '../statements/viewer.js'

/** Reads the texts of documents from a full-text index. */
export class IndexedTexts implements Texts {
  constructor (
    private readonly database: Database, private readonly index: FullTextIndex, private readonly scope: FullTextScope
  ) {}

  async documents (): Promise<CountedDocuments> {
    return await statisticsOf(this.database, this.index, this.scope)
  }

  async containing (token: string): Promise<Postings> {
    return await this.database.$native.postingsOf(this.index, token, this.scope.withHidden)
  }

  async holding (sequences: readonly Part[]): Promise<Postings> {
    return Postings.of(await numbersOf(this.database, rowsWith(this.index, sequences, this.scope)))
  }
}

const query = new QueryBuilder()

/** Media are hidden with their item. Each part is a range of an index. */
const HIDDEN_RESOURCES = sql`
  SELECT id FROM resource WHERE kind IN ('item', 'item_set', 'media') AND is_public = 0
  UNION
  SELECT media.id FROM resource JOIN media ON media.item_id = resource.id
    WHERE resource.kind = 'item' AND resource.is_public = 0`

/** For each index: the ids of documents that are not public, and the number of all documents. */
const SOURCES: Record<FullTextIndex, { hidden: SQL, all: SQL }> = {
  fulltext: {
    hidden: HIDDEN_RESOURCES,
    // SQLite counts a whole table without reading its rows, and there are few annotations.
    all: sql`SELECT (SELECT count(*) FROM resource) -
      (SELECT count(*) FROM resource WHERE kind = 'value_annotation')`
  },
  site_page_fulltext: {
    hidden: sql`${query.select({ id: sitePage.id }).from(sitePage).where(not(isPageVisible(ANONYMOUS_VIEWER)!))}`,
    all: sql`SELECT count(*) FROM site_page`
  }
}

/** Which documents are not public, as of a version of the database. */
interface PublicDocuments {
  readonly version: number
  readonly total: number
  /** Flags by id: 1 for documents that are not public. */
  readonly isHidden: Uint8Array
}

/** Cached until something is written, because all searches need them. */
const cached = new WeakMap<Database, Map<FullTextIndex, PublicDocuments>>()

/**
 * Counts all documents, or only public ones: if private documents counted, the order of results would reveal whether
 * one of them contains a word.
 */
async function statisticsOf (
  database: Database,
  index: FullTextIndex,
  { countsPrivate }: FullTextScope
): Promise<CountedDocuments> {
  if (countsPrivate) {
    const documents = sql.identifier(`${index}_docsize`)
    const { total } = await extentOf(database, index, sql`SELECT count(*) FROM ${documents}`)
    return { total, count: ({ length }) => length }
  }
  const { total, isHidden } = await publicDocuments(database, index)
  return { total, count: (ids) => countShown(ids, isHidden) }
}

async function publicDocuments (database: Database, index: FullTextIndex): Promise<PublicDocuments> {
  const version = await database.$native.version()
  const present = cached.get(database)?.get(index)
  if (present !== undefined && present.version === version) return present
  const { hidden, all } = SOURCES[index]
  const { total, last } = await extentOf(database, index, all)
  const ids = await numbersOf(database, hidden)
  const isHidden = new Uint8Array(last + 1)
  for (let at = 0; at < ids.length; at++) isHidden[ids[at]!] = 1
  const found = { version: version ?? 0, total: total - ids.length, isHidden }
  if (version !== undefined) {
    const ofDatabase = cached.get(database) ?? new Map<FullTextIndex, PublicDocuments>()
    cached.set(database, ofDatabase.set(index, found))
  }
  return found
}

/** The number of documents, and the highest id. */
async function extentOf (
  database: Database, index: FullTextIndex, count: SQL
): Promise<{ total: number, last: number }> {
  const [row] = await database.values<[number, number | null]>(
    sql`SELECT (${count}), (SELECT max(id) FROM ${sql.identifier(`${index}_docsize`)})`
  )
  return { total: row![0], last: row![1] ?? 0 }
}

/** @param isHidden flags by id: 1 for documents that do not count. */
function countShown (ids: Int32Array, isHidden: Uint8Array): number {
  let count = 0
  for (let at = 0; at < ids.length; at++) if (isHidden[ids[at]!] !== 1) count++
  return count
}
