import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { numbersOf } from '../ids.js'
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

const wordsOf = (index: FullTextIndex): SQL => sql`${sql.identifier(`${index}_word`)}`
const dueOf = (index: FullTextIndex): SQL => sql`${sql.identifier(`${index}_due`)}`

/** The rows that a query finds. */
export function isFound (index: FullTextIndex, id: AnyColumn, query: FullTextQuery, scope: FullTextScope): SQL {
  return sql`${id} IN (${rowsFound(index, query, scope)})`
}

/** Their ids, as `id`. */
export function rowsFound (index: FullTextIndex, query: FullTextQuery, scope: FullTextScope): SQL {
  return rowsWith(index, expressionOf(query), scope)
}

/**
 * How relevant documents are to a query, as MariaDB's InnoDB sees it (contract/search.md §8.3): for every word that
 * found a document, occurrences × idf². The idf is log10(documents / documents with the word × times it is asked for).
 */
export async function relevanceTo (database: Database, index: FullTextIndex, query: FullTextQuery, scope: FullTextScope): Promise<(id: number) => number> {
  const total = await countDocuments(database, index)
  const scores = new Map<number, number>()
  const add = (id: number, score: number): void => { scores.set(id, (scores.get(id) ?? 0) + score) }
  const rowsOf = async (expression: string): Promise<Int32Array> => await numbersOf(database, rowsWith(index, expression, scope))

  const byPhrase: Array<{ scored: readonly string[], found: Set<number> }> = []
  for (const { variants, scored } of query.phrases) byPhrase.push({ scored, found: new Set(await rowsOf(variants.map(row).join(' OR '))) })
  for (const [word, times] of query.asked) {
    const occurrences = await numbersOf(database, sql`SELECT doc AS id FROM ${wordsOf(index)} WHERE term = ${word}${scope.withHidden ? sql`` : sql` AND col <> 'hidden'`}`)
    const weight = weightOf(total, countDistinct(occurrences) * times)
    const phrases = byPhrase.filter(({ scored }) => scored.includes(word))
    const findsAlone = query.words.has(word)
    for (const id of occurrences) if (findsAlone || phrases.some(({ found }) => found.has(id))) add(id, weight)
  }
  for (const part of query.parts) {
    const rows = await rowsOf(expressionOfPart(part))
    const weight = weightOf(total, rows.length)
    for (const id of rows) add(id, weight)
  }
  return (id) => scores.get(id) ?? 0
}

function weightOf (total: number, withWord: number): number {
  return Math.log10(withWord === total ? 1.0001 : total / withWord) ** 2
}

/** Ids come in their order, for one document after the other is read. */
function countDistinct (ids: Int32Array): number {
  let count = 0
  for (let at = 0; at < ids.length; at++) if (ids[at] !== ids[at - 1]) count++
  return count
}

/** Puts documents into the index, in place of what is there under their ids. */
export async function putDocuments (database: Database, index: FullTextIndex, documents: readonly FullTextDocument[]): Promise<void> {
  const rows = documents.map((document) => {
    const { title, text, hidden } = tokensOf(document)
    return [document.id, title, text, hidden]
  })
  // One statement for all: each that touches the index costs a write to the disk.
  await database.run(sql`INSERT OR REPLACE INTO ${sql.identifier(index)} (rowid, title, text, hidden)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(${JSON.stringify(rows)})`)
}

/** Takes up to `most` ids of those that are to be indexed anew. */
export async function takeDue (database: Database, index: FullTextIndex, most: number): Promise<number[]> {
  const rows = await database.values<[number]>(sql`DELETE FROM ${dueOf(index)} WHERE id IN (SELECT id FROM ${dueOf(index)} ORDER BY id LIMIT ${most}) RETURNING id`)
  return rows.map(([id]) => id)
}

/** Notes that rows are to be indexed anew. */
export async function addDue (database: Database, index: FullTextIndex, ids: SQL): Promise<void> {
  await database.run(sql`INSERT OR IGNORE INTO ${dueOf(index)} ${ids}`)
}

async function countDocuments (database: Database, index: FullTextIndex): Promise<number> {
  const [row] = await database.values<[number]>(sql`SELECT count(*) FROM ${sql.identifier(`${index}_docsize`)}`)
  return row![0]
}

function rowsWith (index: FullTextIndex, expression: string, { withHidden }: FullTextScope): SQL {
  const table = sql.identifier(index)
  return sql`SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ${withHidden ? expression : `{title text} : (${expression})`}`
}

function expressionOf ({ words, phrases, parts }: FullTextQuery): string {
  return [...[...words].map((word) => row([word])), ...phrases.flatMap(({ variants }) => variants.map(row)), ...parts.map(expressionOfPart)].join(' OR ')
}

const expressionOfPart = ({ pieces, isStart }: Part): string => isStart ? `${row(pieces)} *` : row(pieces)

/** Tokens in a row; none holds a quotation mark. */
const row = (tokens: readonly string[]): string => `"${tokens.join(' ')}"`
