import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Database } from '../sqlite.js'

/** Enough trigrams to leave few candidates; more only cost time. */
const MOST = 12

/** The trigram indexes, with the tables whose texts they hold. */
const INDEXES = {
  value_trigram: { of: 'value', due: 'value_due', columns: ['text_fold', 'uri_fold'] },
  title_trigram: { of: 'resource', due: 'title_due', columns: ['title_fold'] }
} as const

export type TrigramIndex = keyof typeof INDEXES

/**
 * The FTS5 expression that demands the trigrams of a folded text, undefined when it has fewer than three characters.
 *
 * @example trigramQuery('cafe') // '"caf" AND "afe"'
 */
export function trigramQuery (text: string): string | undefined {
  const characters = [...text]
  const trigrams = new Set<string>()
  for (let at = 0; at + 3 <= characters.length && trigrams.size < MOST; at++) trigrams.add(characters.slice(at, at + 3).join(''))
  if (trigrams.size === 0) return undefined
  return [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
}

/** The row may hold a text: it has all its trigrams, or is not indexed yet. */
export function mayHold (index: TrigramIndex, rowId: SQLiteColumn, trigrams: string): SQL {
  const table = sql.identifier(index)
  return sql`${rowId} IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ${trigrams} UNION ALL SELECT id FROM ${sql.identifier(INDEXES[index].due)})`
}

/** Puts up to `most` texts of each kind into their index, of those that are due (migration 0006_indexing). */
export async function indexDueTexts (database: Database, most: number): Promise<void> {
  for (const [index, { of, due, columns }] of Object.entries(INDEXES)) {
    const dueTable = sql.identifier(due)
    const names = sql.join(columns.map((column) => sql.identifier(column)), sql`, `)
    const [row] = await database.values<[number | null]>(sql`SELECT max(id) FROM (SELECT id FROM ${dueTable} ORDER BY id LIMIT ${most})`)
    const last = row![0]
    if (last === null) continue
    // One statement for all: each that touches the index costs a write to the disk.
    await database.run(sql`INSERT INTO ${sql.identifier(index)} (rowid, ${names}) SELECT id, ${names} FROM ${sql.identifier(of)} WHERE id IN (SELECT id FROM ${dueTable} WHERE id <= ${last})`)
    await database.run(sql`DELETE FROM ${dueTable} WHERE id <= ${last}`)
  }
}
