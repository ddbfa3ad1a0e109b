import type Sqlite from 'better-sqlite3'
import type { Database } from '../../../../db/query/statements/database.js'
import { dueOf, putTokens, removeDue } from '../../../../db/query/text/full-text.js'
import { withTokens, type DocumentTokens } from '../../../../db/query/tokens/full-text-tokens.js'
import { putTexts, textsDue, type TextsDue } from '../../../../db/query/text/trigrams.js'
import { newestNotice, writtenSince, type NewestNotice } from '../../../../db/sqlite/log/written-since.js'
import { builtInText } from '../texts/built-in-texts.js'
import { divide } from '../texts/document-sizes.js'
import { resourceTexts } from '../texts/resource-texts.js'
import { documentsOf, withWhatShows } from '../texts/what-shows.js'

/**
 * Number of values, and of titles, per document that are indexed together: to index one takes as long as a document of
 * several, and all who write wait for it.
 */
const TEXTS_A_DOCUMENT = 2

/** Documents that may link to what is written meanwhile. */
const MOST_LINKING = 1000

interface Documents {
  /** Marked as due. */
  readonly due: readonly number[]
  /** Those that show something of these, and are indexed with them. */
  readonly showing: readonly number[]
  readonly groups: ReadonlyArray<readonly DocumentTokens[]>
  readonly long: readonly number[]
}

/** What of the texts was indexed, and what is left. */
export interface Put { readonly isMore: boolean, readonly long: readonly number[] }

/**
 * What is due of resources, read and split into words before the transaction that indexes it, for whose end everybody
 * waits who writes. What is written in between stays due.
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
   * @param driver in a transaction that reads. @param most documents.
   * @returns undefined when some of it has to be read in the transaction that indexes it.
   */
  static async of (database: Database, driver: Sqlite.Database, most: number): Promise<ReadAhead | undefined> {
    const newest = newestNotice(driver)
    if (newest === undefined || (await dueOf(database, 'site_page_fulltext', 1)).length > 0) return undefined
    const values = await textsDue(database, 'value_trigram', most * TEXTS_A_DOCUMENT)
    const titles = await textsDue(database, 'title_trigram', most * TEXTS_A_DOCUMENT)
    if (values === undefined || titles === undefined) return undefined
    const due = await dueOf(database, 'fulltext', most)
    const isMore = values.isMore || titles.isMore || due.length === most
    return new ReadAhead(newest, values, titles, await documentsFor(database, due), isMore)
  }

  /**
   * Indexes it, in a transaction of the same connection that has written its note.
   *
   * @returns undefined when it is not known what was written in between; nothing is indexed then.
   */
  async put (database: Database, driver: Sqlite.Database): Promise<Put | undefined> {
    const written = writtenSince(driver, this.newest)
    const others = written && await documentsOf(database, [...written], MOST_LINKING)
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
