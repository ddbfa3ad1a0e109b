import { and, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { resource, sitePage } from '../../tables/index.js'
import type { Database } from '../statements/database.js'
import { inDialect } from '../statements/dialect.js'
import type { SetExpression } from '../statements/set-expression.js'
import type { FullTextQuery, Part } from '../tokens/full-text-query.js'
import { tokensOf, type FullTextDocument, type FullTextIndex } from '../tokens/full-text-tokens.js'

export interface FullTextScope {
  /** Also search the hidden text. */
  withHidden: boolean
  /** Whether private documents count in the relevance of others. */
  countsPrivate: boolean
}

const queueOf = (index: FullTextIndex): SQL => sql`${sql.identifier(`${index}_due`)}`

/** Matches the rows that a full-text query finds. */
export function isFound (
  index: FullTextIndex, id: AnyColumn, query: FullTextQuery, scope: FullTextScope
): SetExpression {
  const ids = rowsWith(index, tokenRows(query), scope)
  return { kind: 'ids', select: () => ids, condition: sql`${id} IN (${ids})` }
}

/** The rows whose texts an index has; the text of an annotation belongs to the resource that it describes. */
const DOCUMENTS = {
  fulltext: { table: resource, condition: ne(resource.kind, 'value_annotation') },
  site_page_fulltext: { table: sitePage, condition: undefined }
} as const

/** Selects the ids of the documents that an index should have, or of some of them. */
export function documentIds (
  database: Database, index: FullTextIndex, isWanted: (id: AnyColumn) => SQL | undefined = () => undefined
) {
  const { table, condition } = DOCUMENTS[index]
  return database.select({ id: table.id }).from(table).where(and(condition, isWanted(table.id))).orderBy(table.id)
}

/** Adds documents to the index, replacing documents with the same ids. */
export async function putDocuments (
  database: Database,
  index: FullTextIndex,
  documents: readonly FullTextDocument[]
): Promise<void> {
  if (documents.length === 0) return
  await database.$native.putDocuments(index, documents.map((document) => ({ id: document.id, ...tokensOf(document) })))
}

/** The condition that a row is neither in the index nor in its queue. */
export function isNotIndexed (index: FullTextIndex, id: AnyColumn): SQL {
  return sql`${id} NOT IN (SELECT id FROM ${sql.identifier(`${index}_docsize`)})
    AND ${id} NOT IN (SELECT id FROM ${queueOf(index)})`
}

/** Removes up to `most` ids from the queue and returns them. */
export async function takeDue (database: Database, index: FullTextIndex, most: number): Promise<number[]> {
  const rows = await database.values<[number]>(
    sql`DELETE FROM ${queueOf(index)} WHERE id IN (SELECT id FROM ${queueOf(index)} ORDER BY id LIMIT ${most}) RETURNING id`
  )
  return rows.map(([id]) => id)
}

/** Adds ids to the queue. */
export async function addDue (database: Database, index: FullTextIndex, ids: SQL): Promise<void> {
  await database.run(sql`INSERT INTO ${queueOf(index)}
    SELECT * FROM (${ids}) AS added WHERE true ON CONFLICT DO NOTHING`)
}

/** Selects, as `id`, the documents that contain any of the rows of tokens. */
export function rowsWith (index: FullTextIndex, rows: readonly Part[], { withHidden }: FullTextScope): SQL {
  return inDialect((dialect) => dialect.documentsWith(index, rows, withHidden))
}

function tokenRows ({ words, phrases, parts }: FullTextQuery): Part[] {
  return [
    ...[...words].map((word) => rowOf([word])),
    ...phrases.flatMap(({ variants }) => variants.map(rowOf)),
    ...parts
  ]
}

const rowOf = (tokens: readonly string[]): Part => ({ pieces: tokens, isStart: false })
