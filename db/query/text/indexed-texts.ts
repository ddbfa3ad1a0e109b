import { excludeIds } from '../statements/id-sets.js'
import { numbersOf } from '../statements/prepared.js'
import type { Database } from '../statements/database.js'
import type { Part } from '../tokens/full-text-query.js'
import { rowsWith, type FullTextScope } from './full-text.js'
import type { FullTextIndex } from '../tokens/full-text-tokens.js'
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

/**
 * Counts all documents, or only public ones: if private documents counted, the order of results would reveal whether
 * one of them contains a word.
 */
async function statisticsOf (
  database: Database, index: FullTextIndex, { countsPrivate }: FullTextScope
): Promise<CountedDocuments> {
  const { hidden, all } = SOURCES[index]
  const indexed = sql`SELECT count(*) FROM ${sql.identifier(`${index}_docsize`)}`
  const [row] = await database.values<[number]>(countsPrivate ? indexed : all)
  if (countsPrivate) return { total: row![0], count: ({ length }) => length }
  const isHidden = new Set(await numbersOf(database, hidden))
  return { total: row![0] - isHidden.size, count: (ids) => excludeIds(ids, isHidden).length }
}
