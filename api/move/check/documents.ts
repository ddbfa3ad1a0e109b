import { and, ne, sql } from 'drizzle-orm'
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
  const name = sql.raw(isOfResources ? 'resource' : 'site_page')
  const kind = 'full text'
  const missing = await database.select({ id: table.id }).from(table)
    .where(and(isNotIndexed(index, table.id), isOfResources ? ne(resource.kind, 'value_annotation') : undefined))
  for (const { id } of missing) {
    yield {
      kind,
      subject: `${isOfResources ? 'resource' : 'site_page'}/${id}`,
      message: 'Full-text searches do not find it.',
      async repair (writing) { await addDue(writing, index, sql`SELECT id FROM ${name} WHERE id = ${id}`) }
    }
  }
  const gone = await database.values<[number]>(
    sql`SELECT id FROM ${sql.identifier(`${index}_docsize`)} WHERE id NOT IN (SELECT id FROM ${name})`
  )
  for (const [id] of gone) {
    yield {
      kind,
      subject: `${isOfResources ? 'resource' : 'site_page'}/${id}`,
      message: 'Full-text searches find texts that do not exist any more.',
      async repair (writing) { await removeDocument(writing, index, id) }
    }
  }
}
