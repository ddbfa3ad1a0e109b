import { and, asc, gt, ne, sql, type SQL } from 'drizzle-orm'
import { addDue, documentIds, isNotIndexed, putDocuments } from '../../../db/query/text/full-text.js'
import type { FullTextDocument, FullTextIndex } from '../../../db/query/tokens/full-text-tokens.js'
import {
  allSizes, clearIndex, emptyIndexLike, IndexSizes, type SizedIndex, type Sizes
} from '../../../db/sqlite/copy/index-sizes.js'
import { ownerOfRow } from '../../../db/query/text/text-rows.js'
import { addDueTexts, titleTextsOf, valueTextsOf, type IndexedText } from '../../../db/query/text/trigrams.js'
import { connect, type Connection } from '../../../db/sqlite/connection/connection.js'
import { resource, sitePage } from '../../../db/tables/index.js'
import { pages } from '../../core/sequence/pages.js'
import { withWhatShows } from '../../search/full-text/texts/what-shows.js'
import { pageTexts } from '../../search/full-text/texts/page-texts.js'
import { resourceTexts } from '../../search/full-text/texts/resource-texts.js'
import { faultsIn, type Check, type CheckContext, type Fault } from './fault.js'
import type { FileCheck, FileCheckContext } from './file-check.js'

/** Rows that are indexed at once for comparison. */
const ROWS_PER_PAGE = 200

/**
 * Checks that the search indexes contain exactly the texts that searches find, with the right number of words or
 * trigrams. The texts are indexed again in memory, a page at a time, and compared. Pending texts are skipped.
 */
export const indexCheck: FileCheck = {
  name: 'search indexes',
  async * faults (context) {
    for (const index of ['fulltext', 'site_page_fulltext'] as const) yield * fullTextFaults(context, index)
    yield * textFaults(context, 'title_trigram')
    yield * textFaults(context, 'value_trigram')
  }
}

async function * fullTextFaults (context: FileCheckContext, index: FullTextIndex): AsyncIterable<Fault> {
  const { snapshot } = context
  const due = idsIn(snapshot, `${index}_due`)
  const skipped = new Set(index === 'fulltext' ? await withWhatShows(snapshot.database, [...due]) : due)
  yield * compare(context, index, async (ids, scratch) => {
    const documents: FullTextDocument[] = index === 'fulltext'
      ? await resourceTexts(snapshot.database, ids, context.textOfMedia)
      : await pageTexts(snapshot.database, ids)
    await putDocuments(scratch.database, index, documents)
  }, (id, isExpected) => skipped.has(id) ? undefined : documentFault(index, id, isExpected))
}

async function * textFaults (
  context: FileCheckContext, index: 'title_trigram' | 'value_trigram'
): AsyncIterable<Fault> {
  const { snapshot } = context
  const isOfTitles = index === 'title_trigram'
  const due = idsIn(snapshot, isOfTitles ? 'title_due' : 'value_due')
  const ownerOf = (row: number) => isOfTitles ? { resource: row, due: row } : ownerOfRow(row)
  const textsOf = isOfTitles ? titleTextsOf : valueTextsOf
  yield * compare(context, index, async (ids, scratch) => {
    insertTexts(scratch, index, await textsOf(snapshot.database, ids))
  }, (row, isExpected) => {
    const owner = ownerOf(row)
    if (due.has(owner.due)) return undefined
    return {
      kind: isOfTitles ? 'title index' : 'value index',
      subject: `resource/${owner.resource}`,
      message: isExpected
        ? 'Searches for parts of texts do not find it by its own.'
        : 'Searches for parts of texts find texts that do not exist any more.',
      async repair (database) { await addDueTexts(database, index, [owner.due]) }
    }
  })
}

/**
 * Compares an index with a new one, page by page.
 * @param fill indexes rows in the new one.
 * @param faultOf the fault of a row that differs; `isExpected`: the row is missing in the index.
 */
async function * compare (
  { snapshot }: FileCheckContext,
  index: SizedIndex,
  fill: (ids: number[], scratch: Connection) => Promise<void>,
  faultOf: (row: number, isExpected: boolean) => Fault | undefined
): AsyncIterable<Fault> {
  const scratch = connect(':memory:')
  try {
    emptyIndexLike(snapshot, scratch, index)
    const table = index === 'site_page_fulltext' ? sitePage : resource
    const isIndexed = index === 'fulltext' ? ne(resource.kind, 'value_annotation') : undefined
    const page = async (after: number) => await snapshot.database.select({ id: table.id }).from(table)
      .where(and(gt(table.id, after), isIndexed)).orderBy(asc(table.id)).limit(ROWS_PER_PAGE)
    const sizes = new IndexSizes(snapshot, index)
    const parts = sizes.ofFurtherParts()
    let before = 0
    for await (const rows of pages(0, ({ id }) => id, page)) {
      const ids = rows.map(({ id }) => id)
      scratch.driver.exec('BEGIN')
      await fill(ids, scratch)
      scratch.driver.exec('COMMIT')
      const found = sizes.between(before + 1, ids.at(-1)!)
      yield * differences(found, parts, allSizes(scratch, index), faultOf)
      clearIndex(scratch, index)
      before = ids.at(-1)!
    }
    const rest = sizes.between(before + 1, Number.MAX_SAFE_INTEGER)
    yield * differences(new Map([...rest, ...parts]), new Map(), new Map(), faultOf)
  } finally {
    scratch.driver.close()
  }
}

/** @param parts further parts of long rows, of all pages; expected ones are removed from it. */
function * differences (
  found: Sizes, parts: Sizes, expected: Sizes, faultOf: (row: number, isExpected: boolean) => Fault | undefined
): Iterable<Fault> {
  for (const [row, size] of expected) {
    const isThere = (found.get(row) ?? parts.get(row)) === size
    parts.delete(row)
    const fault = isThere ? undefined : faultOf(row, true)
    if (fault !== undefined) yield fault
  }
  for (const row of found.keys()) {
    const fault = expected.has(row) ? undefined : faultOf(row, false)
    if (fault !== undefined) yield fault
  }
}

function insertTexts ({ driver }: Connection, index: SizedIndex, texts: readonly IndexedText[]): void {
  driver.prepare(`INSERT INTO "${index}" (rowid, text) SELECT value ->> 0, value ->> 1 FROM json_each(?)`)
    .run(JSON.stringify(texts))
}

function idsIn ({ driver }: Connection, table: string): Set<number> {
  return new Set(driver.prepare(`SELECT id FROM "${table}"`).pluck().all() as number[])
}

/** Checks that exactly the resources and site pages are in the full-text index or pending. */
export const documentCheck: Check = {
  name: 'full text',
  async * faults (context) {
    for (const index of ['fulltext', 'site_page_fulltext'] as const) yield * faultsOf(context, index)
  }
}

async function * faultsOf ({ database }: CheckContext, index: FullTextIndex): AsyncIterable<Fault> {
  const missing = await documentIds(database, index, (id) => isNotIndexed(index, id))
  for (const { id } of missing) yield documentFault(index, id, true)
  yield * faultsIn<[number]>(
    database, sql`SELECT id FROM ${sql.identifier(`${index}_docsize`)} WHERE id NOT IN (SELECT id FROM ${tableOf(index)})`,
    (id) => documentFault(index, id, false)
  )
}

/** @param isExpected whether the row exists, so that its text must be in the index; otherwise it must not be. */
function documentFault (index: FullTextIndex, id: number, isExpected: boolean): Fault {
  return {
    kind: 'full text',
    subject: `${NAMES[index]}/${id}`,
    message: isExpected
      ? 'Full-text searches do not find it by its own text.'
      : 'Full-text searches find texts that do not exist any more.',
    async repair (database) {
      await database.$native.removeDocument(index, id)
      await addDue(database, index, sql`SELECT id FROM ${tableOf(index)} WHERE id = ${id}`)
    }
  }
}

/** Names of the tables whose rows an index contains. */
const NAMES: Readonly<Record<FullTextIndex, string>> = { fulltext: 'resource', site_page_fulltext: 'site_page' }

function tableOf (index: FullTextIndex): SQL {
  return sql`${sql.identifier(NAMES[index])}`
}
