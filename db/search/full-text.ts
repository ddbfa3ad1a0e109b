import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { Database } from '../sqlite.js'
import type { FullTextQuery, Part } from './full-text-query.js'
import { tokensOf, type FullTextDocument } from './full-text-tokens.js'

/**
 * The two full-text indexes: of resources and of site pages. Each has a table `…_word` of all occurrences (fts5vocab),
 * and a queue `…_due` of ids to reindex, which triggers fill (migration 0001_search).
 */
export type FullTextIndex = 'fulltext' | 'site_page_fulltext'

export interface FullTextScope {
  /** Search the hidden text, too. */
  withHidden: boolean
  /** Private documents count for the relevance of others. */
  countsPrivate: boolean
}

const dueOf = (index: FullTextIndex): SQL => sql`${sql.identifier(`${index}_due`)}`

/** The condition that a row matches a query. */
export function isFound (index: FullTextIndex, id: AnyColumn, query: FullTextQuery, scope: FullTextScope): SQL {
  return sql`${id} IN (${rowsWith(index, expressionOf(query), scope)})`
}

/** Adds documents to the index, replacing those with the same ids. */
export async function putDocuments (
  database: Database,
  index: FullTextIndex,
  documents: readonly FullTextDocument[]
): Promise<void> {
  const rows = documents.map((document) => {
    const { title, text, hidden } = tokensOf(document)
    return [document.id, title, text, hidden]
  })
  // One statement for all documents: FTS5 writes to the disk after each statement.
  await database.run(sql`INSERT OR REPLACE INTO ${sql.identifier(index)} (rowid, title, text, hidden)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(${JSON.stringify(rows)})`)
}

/** Removes a document from the index. */
export async function removeDocument (database: Database, index: FullTextIndex, id: number): Promise<void> {
  await database.run(sql`DELETE FROM ${sql.identifier(index)} WHERE rowid = ${id}`)
}

/** The condition that a row is neither in the index nor in its queue. */
export function isNotIndexed (index: FullTextIndex, id: AnyColumn): SQL {
  return sql`${id} NOT IN (SELECT id FROM ${sql.identifier(`${index}_docsize`)})
    AND ${id} NOT IN (SELECT id FROM ${dueOf(index)})`
}

/** Removes up to `most` ids from the queue and returns them. */
export async function takeDue (database: Database, index: FullTextIndex, most: number): Promise<number[]> {
  const rows = await database.values<[number]>(
    sql`DELETE FROM ${dueOf(index)} WHERE id IN (SELECT id FROM ${dueOf(index)} ORDER BY id LIMIT ${most}) RETURNING id`
  )
  return rows.map(([id]) => id)
}

export async function removeDue (database: Database, index: FullTextIndex, id: number): Promise<void> {
  await database.run(sql`DELETE FROM ${dueOf(index)} WHERE id = ${id}`)
}

/** Adds ids to the queue. */
export async function addDue (database: Database, index: FullTextIndex, ids: SQL): Promise<void> {
  await database.run(sql`INSERT OR IGNORE INTO ${dueOf(index)} ${ids}`)
}

/** Selects, as `id`, the ids of the rows that match an FTS5 expression. */
export function rowsWith (index: FullTextIndex, expression: string, { withHidden }: FullTextScope): SQL {
  const table = sql.identifier(index)
  return sql`SELECT rowid AS id FROM ${table}
    WHERE ${table} MATCH ${withHidden ? expression : `{title text} : (${expression})`}`
}

function expressionOf ({ words, phrases, parts }: FullTextQuery): string {
  return [
    ...[...words].map((word) => row([word])),
    ...phrases.flatMap(({ variants }) => variants.map(row)),
    ...parts.map(expressionOfPart)
  ].join(' OR ')
}

export const expressionOfPart = ({ pieces, isStart }: Part): string => isStart ? `${row(pieces)} *` : row(pieces)

/** An FTS5 phrase. Tokens contain no quotation marks, so none needs escaping. */
export const row = (tokens: readonly string[]): string => `"${tokens.join(' ')}"`
