import type Sqlite from 'better-sqlite3'
import type { Database } from '../../../../db/query/statements/database.js'
import { dueOf, putTokens, removeDue } from '../../../../db/query/text/full-text.js'
import { withTokens, type DocumentTokens } from '../../../../db/query/tokens/full-text-tokens.js'
import { putTexts, textsDue, type TextsDue } from '../../../../db/query/text/trigrams.js'
import { newestNotice, writtenSince, type NewestNotice } from '../../../../db/sqlite/log/written-since.js'
import { builtInText, resourceTexts } from '../texts/resource-texts.js'
import { divide } from '../texts/document-sizes.js'
import { documentsOf, withWhatShows } from '../texts/what-shows.js'

/**
 * Number of values, and of titles, that are indexed per document of a batch. It is low because each is a change of the
 * trigram index, for which other writes wait.
 */
const TEXTS_PER_DOCUMENT = 2

/** With more documents than this that link to resources written meanwhile, nothing of what was read is used. */
const LINKING_MAX_DOCUMENTS = 1000

interface Documents {
  /** Documents that are marked as due. */
  readonly due: readonly number[]
  /** Documents that show texts of the due ones, and are therefore indexed with them. */
  readonly showing: readonly number[]
  readonly groups: ReadonlyArray<readonly DocumentTokens[]>
  readonly long: readonly number[]
}

/** Result of indexing: whether more is due, and the long documents that were left out. */
interface Put { readonly isMore: boolean, readonly long: readonly number[] }

/**
 * Due texts of resources, read and split into words before the write transaction that indexes them, so that other
 * writes wait only for the indexing. Resources that are written in between stay due.
 */
export class ReadAhead {
  private constructor (
    private readonly newest: NewestNotice,
    private readonly values: TextsDue,
    private readonly titles: TextsDue,
    private readonly documents: Documents,
    private readonly isMore: boolean
  ) {}

  /**
   * @param driver in a read transaction. @param most maximal number of documents.
   * @returns undefined when some texts have to be read in the transaction that indexes them.
   */
  static async of (database: Database, driver: Sqlite.Database, most: number): Promise<ReadAhead | undefined> {
    const newest = newestNotice(driver)
    if (newest === undefined || (await dueOf(database, 'site_page_fulltext', 1)).length > 0) return undefined
    const values = await textsDue(database, 'value_trigram', most * TEXTS_PER_DOCUMENT)
    const titles = await textsDue(database, 'title_trigram', most * TEXTS_PER_DOCUMENT)
    if (values === undefined || titles === undefined) return undefined
    const due = await dueOf(database, 'fulltext', most)
    const isMore = values.isMore || titles.isMore || due.length === most
    return new ReadAhead(newest, values, titles, await documentsFor(database, due), isMore)
  }

  /**
   * Indexes the texts, in a write transaction of the same connection that has already recorded its commit notice.
   *
   * @returns undefined when it is unknown which resources were written in between; nothing is indexed then.
   */
  async put (database: Database, driver: Sqlite.Database): Promise<Put | undefined> {
    const written = writtenSince(driver, this.newest)
    const others = written && await documentsOf(database, [...written], LINKING_MAX_DOCUMENTS)
    if (written === undefined || others === undefined) return undefined
    const isOther = new Set(others)
    const { due, showing, groups, long } = this.documents
    if (showing.some((id) => isOther.has(id))) return undefined
    await putTexts(database, 'value_trigram', this.values, (id) => !written.has(id))
    await putTexts(database, 'title_trigram', this.titles, (id) => !written.has(id))
    for (const group of groups) await putTokens(database, 'fulltext', group.filter(({ id }) => !isOther.has(id)))
    const isLong = new Set(long)
    await removeDue(database, 'fulltext', due.filter((id) => !isOther.has(id) && !isLong.has(id)))
    return { isMore: this.isMore, long }
  }
}

async function documentsFor (database: Database, due: readonly number[]): Promise<Documents> {
  if (due.length === 0) return { due, showing: [], groups: [], long: [] }
  const ids = await withWhatShows(database, due)
  const isDue = new Set(due)
  const { groups, long } = await divide(database, 'fulltext', ids)
  const split: Array<readonly DocumentTokens[]> = []
  for (const group of groups) split.push(withTokens(await resourceTexts(database, group, builtInText)))
  return { due, showing: ids.filter((id) => !isDue.has(id)), groups: split, long }
}
