import { addDue, putDocuments, takeDue } from '../../../../db/query/text/full-text.js'
import type { FullTextIndex } from '../../../../db/query/tokens/full-text-tokens.js'
import { indexDueTexts } from '../../../../db/query/text/trigrams.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { inDialect } from '../../../../db/query/statements/dialect.js'
import { Turns } from '../../../core/sequence/turns.js'
import { isOfDatabase } from '../../../../db/open/failures.js'
import { divide } from '../texts/document-sizes.js'
import { pageTexts } from '../texts/page-texts.js'
import { resourceTexts, type TextOfMedia } from '../texts/resource-texts.js'
import { withWhatShows } from '../texts/what-shows.js'

const INDEXES: readonly FullTextIndex[] = ['fulltext', 'site_page_fulltext']

/** Number of values and titles that a transaction adds to the trigram indexes, per document. */
const TEXTS_PER_DOCUMENT = 20

/** How documents are indexed, within transactions of one connection. */
export interface Indexing {
  /** Runs work in a savepoint: when it throws, only its own changes are rolled back. */
  readonly nested: (work: () => Promise<void>) => Promise<void>
  readonly textOfMedia: TextOfMedia
  /** Indexes long documents, too, instead of leaving them to the index thread. */
  readonly takesLong: boolean
  readonly textsPerDocument?: number
  /** Milliseconds after which no further documents are indexed in a transaction. */
  readonly maxMs?: number
}

/** `isMore`: there may be more to index. `hasLong`: long documents were left to the index thread. */
export interface Indexed { readonly isMore: boolean, readonly hasLong: boolean }

/**
 * Indexes the texts that are marked as due, and up to `most` documents of each index. Those left out stay marked as
 * due, even across restarts.
 */
export async function indexDue (database: Database, most: number, indexing: Indexing): Promise<Indexed> {
  const { takesLong, textsPerDocument = TEXTS_PER_DOCUMENT, maxMs = Infinity } = indexing
  const end = performance.now() + maxMs
  const turns = new Turns()
  let isMore = await indexDueTexts(database, most * textsPerDocument, async () => { await turns.next() })
  let hasLong = false
  for (const index of INDEXES) {
    const due = await takeDue(database, index, most)
    isMore ||= due.length === most
    if (due.length === 0) continue
    const ids = index === 'fulltext' ? await withWhatShows(database, due) : due
    const { groups, long } = await divide(database, index, ids, takesLong)
    const left = [...long]
    for (const [at, group] of groups.entries()) {
      await turns.next()
      if (at > 0 && performance.now() > end) left.push(...group)
      else await indexGroup(database, index, group, indexing)
    }
    await addDue(database, index, inDialect((dialect) => dialect.rowsOf(left)))
    isMore ||= left.length > long.length
    hasLong ||= long.length > 0
  }
  return { isMore, hasLong }
}

/**
 * Indexes documents together; if that fails, one by one, so that a faulty document does not block the others. It is
 * left out of the index until it is written again; see checkFullText.
 */
async function indexGroup (
  database: Database, index: FullTextIndex, ids: readonly number[], indexing: Indexing
): Promise<void> {
  try {
    await indexing.nested(async () => {
      await putDocuments(database, index, await (index === 'fulltext'
        ? resourceTexts(database, ids, indexing.textOfMedia)
        : pageTexts(database, ids)))
    })
  } catch (error) {
    if (isOfDatabase(error)) throw error
    if (ids.length > 1) for (const id of ids) await indexGroup(database, index, [id], indexing)
    else await leaveOut(database, index, ids[0]!, error)
  }
}

async function leaveOut (database: Database, index: FullTextIndex, id: number, error: unknown): Promise<void> {
  await database.$native.removeDocument(index, id)
  const what = index === 'fulltext' ? 'resource' : 'site page'
  warn(`The text of ${what} ${id} cannot be indexed: full-text searches do not find it.`, error)
}

/** Reports an error of background work as a process warning, because no request is there to fail with it. */
export function warn (message: string, error: unknown): void {
  process.emitWarning(message, { code: 'VITRINE_FULL_TEXT', detail: String(error) })
}
