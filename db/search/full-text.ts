import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { Database } from '../sqlite.js'
import type { FullTextQuery, Part } from './full-text-query.js'
import { tokensOf, type FullTextDocument } from './full-text-tokens.js'

/**
 * The two full-text indexes: of resources and of site pages. With each go a table that lists every occurrence of a
 * word, and one of the ids that are due to be indexed anew; triggers fill that (migration 0001_search).
 */
export type FullTextIndex = 'fulltext' | 'site_page_fulltext'

/** Whether hidden text is found too. */
export interface FullTextScope { withHidden: boolean }

const dueOf = (index: FullTextIndex): SQL => sql`${sql.identifier(`${index}_due`)}`

/** The rows that a query finds. */
export function isFound (index: FullTextIndex, id: AnyColumn, query: FullTextQuery, scope: FullTextScope): SQL {
  return sql`${id} IN (${rowsWith(index, expressionOf(query), scope)})`
}

/** Puts documents into the index, in place of what is there under their ids. */
export async function putDocuments (
  database: Database,
  index: FullTextIndex,
  documents: readonly FullTextDocument[]
): Promise<void> {
  const rows = documents.map((document) => {
    const { title, text, hidden } = tokensOf(document)
    return [document.id, title, text, hidden]
  })
  // One statement for all: each that touches the index costs a write to the disk.
  await database.run(sql`INSERT OR REPLACE INTO ${sql.identifier(index)} (rowid, title, text, hidden)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(${JSON.stringify(rows)})`)
}

/** Takes a document out of the index. */
export async function removeDocument (database: Database, index: FullTextIndex, id: number): Promise<void> {
  await database.run(sql`DELETE FROM ${sql.identifier(index)} WHERE rowid = ${id}`)
}

/** Condition on a row: it has no document in the index, and is not about to get one. */
export function isNotIndexed (index: FullTextIndex, id: AnyColumn): SQL {
  return sql`${id} NOT IN (SELECT id FROM ${sql.identifier(`${index}_docsize`)}) AND ${id} NOT IN (SELECT id FROM ${dueOf(index)})`
}

/** Takes up to `most` ids of those that are to be indexed anew. */
export async function takeDue (database: Database, index: FullTextIndex, most: number): Promise<number[]> {
  const rows = await database.values<[number]>(
    sql`DELETE FROM ${dueOf(index)} WHERE id IN (SELECT id FROM ${dueOf(index)} ORDER BY id LIMIT ${most}) RETURNING id`
  )
  return rows.map(([id]) => id)
}

/** Notes that rows are to be indexed anew. */
export async function addDue (database: Database, index: FullTextIndex, ids: SQL): Promise<void> {
  await database.run(sql`INSERT OR IGNORE INTO ${dueOf(index)} ${ids}`)
}

/** Ids of the rows that an expression of FTS5 finds, as `id`. */
export function rowsWith (index: FullTextIndex, expression: string, { withHidden }: FullTextScope): SQL {
  const table = sql.identifier(index)
  return sql`SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ${withHidden ? expression : `{title text} : (${expression})`}`
}

function expressionOf ({ words, phrases, parts }: FullTextQuery): string {
  return [
    ...[...words].map((word) => row([word])),
    ...phrases.flatMap(({ variants }) => variants.map(row)),
    ...parts.map(expressionOfPart)
  ].join(' OR ')
}

export const expressionOfPart = ({ pieces, isStart }: Part): string => isStart ? `${row(pieces)} *` : row(pieces)

/** Tokens in a row; none holds a quotation mark. */
export const row = (tokens: readonly string[]): string => `"${tokens.join(' ')}"`
