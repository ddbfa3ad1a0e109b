import { and, ne, sql, type SQL } from 'drizzle-orm'
import { addDue, isNotIndexed, removeDocument, type FullTextIndex } from '../../../db/query/text/full-text.js'
import { resource, sitePage } from '../../../db/tables/index.js'
import type { Check, CheckContext, Fault } from './fault.js'

/** Checks that exactly the resources and site pages are in the full-text index or pending. */
export const documentCheck: Check = {
  name: 'full text',
  async * faults (context) {
    for (const index of ['fulltext', 'site_page_fulltext'] as const) yield * faultsOf(context, index)
  }
}

async function * faultsOf ({ database }: CheckContext, index: FullTextIndex): AsyncIterable<Fault> {
  const isOfResources = index === 'fulltext'
  const table = isOfResources ? resource : sitePage
  const missing = await database.select({ id: table.id }).from(table)
    .where(and(isNotIndexed(index, table.id), isOfResources ? ne(resource.kind, 'value_annotation') : undefined))
  for (const { id } of missing) yield documentFault(index, id, true)
  const gone = await database.values<[number]>(
    sql`SELECT id FROM ${sql.identifier(`${index}_docsize`)} WHERE id NOT IN (SELECT id FROM ${tableOf(index)})`
  )
  for (const [id] of gone) yield documentFault(index, id, false)
}

/** @param isExpected the row lacks a document with its own text; otherwise a document has no such row. */
export function documentFault (index: FullTextIndex, id: number, isExpected: boolean): Fault {
  return {
    kind: 'full text',
    subject: `${NAMES[index]}/${id}`,
    message: isExpected
      ? 'Full-text searches do not find it by its own text.'
      : 'Full-text searches find texts that do not exist any more.',
    async repair (database) {
      await removeDocument(database, index, id)
      await addDue(database, index, sql`SELECT id FROM ${tableOf(index)} WHERE id = ${id}`)
    }
  }
}

/** Names of the tables whose rows an index contains. */
const NAMES: Readonly<Record<FullTextIndex, string>> = { fulltext: 'resource', site_page_fulltext: 'site_page' }

function tableOf (index: FullTextIndex): SQL {
  return sql`${sql.identifier(NAMES[index])}`
}
