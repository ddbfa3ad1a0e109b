import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { Database } from '../statements/database.js'
import { inWords, isOneOf } from '../statements/words.js'
import type { SetExpression } from '../statements/set-expression.js'
import type { FullTextQuery, Part } from '../tokens/full-text-query.js'
import { withTokens, type DocumentTokens, type FullTextDocument, type FullTextIndex } from '../tokens/full-text-tokens.js'

export type { FullTextIndex }

export interface FullTextScope {
  /** Search the hidden text, too. */
  withHidden: boolean
  /** Private documents count for the relevance of others. */
  countsPrivate: boolean
}

const queueOf = (index: FullTextIndex): SQL => sql`${sql.identifier(`${index}_due`)}`

/** The expression that a row matches a query. */
export function isFound (
  index: FullTextIndex, id: AnyColumn, query: FullTextQuery, scope: FullTextScope
): SetExpression {
  const ids = rowsWith(index, tokenRows(query), scope)
  return { kind: 'ids', select: () => ids, condition: sql`${id} IN (${ids})` }
}

/** Adds documents to the index, replacing those with the same ids. */
export async function putDocuments (
  database: Database,
  index: FullTextIndex,
  documents: readonly FullTextDocument[]
): Promise<void> {
  await putTokens(database, index, withTokens(documents))
}

/** The same for documents whose tokens are known. */
export async function putTokens (
  database: Database, index: FullTextIndex, documents: readonly DocumentTokens[]
): Promise<void> {
  if (documents.length > 0) await database.$native.putDocuments(index, documents)
}

/** Removes a document from the index. */
export async function removeDocument (database: Database, index: FullTextIndex, id: number): Promise<void> {
  await database.$native.removeDocument(index, id)
}

/** The condition that a row is neither in the index nor in its queue. */
export function isNotIndexed (index: FullTextIndex, id: AnyColumn): SQL {
  return sql`${id} NOT IN (SELECT id FROM ${sql.identifier(`${index}_docsize`)})
    AND ${id} NOT IN (SELECT id FROM ${queueOf(index)})`
}

/** Up to `most` ids that are in the queue. */
export async function dueOf (database: Database, index: FullTextIndex, most: number): Promise<number[]> {
  const rows = await database.values<[number]>(sql`SELECT id FROM ${queueOf(index)} ORDER BY id LIMIT ${most}`)
  return rows.map(([id]) => id)
}

/** Removes up to `most` ids from the queue and returns them. */
export async function takeDue (database: Database, index: FullTextIndex, most: number): Promise<number[]> {
  const rows = await database.values<[number]>(
    sql`DELETE FROM ${queueOf(index)} WHERE id IN (SELECT id FROM ${queueOf(index)} ORDER BY id LIMIT ${most}) RETURNING id`
  )
  return rows.map(([id]) => id)
}

/** Removes ids from the queue. */
export async function removeDue (database: Database, index: FullTextIndex, ids: readonly number[]): Promise<void> {
  await database.run(sql`DELETE FROM ${queueOf(index)} WHERE ${isOneOf(sql`id`, ids)}`)
}

/** Adds ids to the queue. */
export async function addDue (database: Database, index: FullTextIndex, ids: SQL): Promise<void> {
  await database.run(sql`INSERT INTO ${queueOf(index)}
    SELECT * FROM (${ids}) AS added WHERE true ON CONFLICT DO NOTHING`)
}

/** Selects, as `id`, the ids of the documents in which any of the rows of tokens stand. */
export function rowsWith (index: FullTextIndex, rows: readonly Part[], { withHidden }: FullTextScope): SQL {
  return inWords((words) => words.documentsWith(index, rows, withHidden))
}

function tokenRows ({ words, phrases, parts }: FullTextQuery): Part[] {
  return [
    ...[...words].map((word) => rowOf([word])),
    ...phrases.flatMap(({ variants }) => variants.map(rowOf)),
    ...parts
  ]
}

const rowOf = (tokens: readonly string[]): Part => ({ pieces: tokens, isStart: false })
