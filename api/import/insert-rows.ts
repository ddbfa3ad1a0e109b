import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/sqlite.js'

/**
 * Inserts rows, all of the same keys, in their order and as one statement with one parameter. A full-text index costs a
 * write to the disk for every statement that touches it, so thousands of rows at a time are more than twice as fast as
 * one by one.
 */
export async function insertRows<T extends SQLiteTable> (database: Database, table: T, rows: ReadonlyArray<T['$inferInsert']>): Promise<void> {
  if (rows.length === 0) return
  const columns = getTableColumns(table)
  const keys = Object.keys(rows[0]!)
  const names = keys.map((key) => sql.identifier(columns[key]!.name))
  const lists = rows.map((row) => keys.map((key) => row[key as keyof typeof row]))
  await database.run(sql`INSERT INTO ${table} (${sql.join(names, sql`, `)}) SELECT ${elements(keys.length)} FROM json_each(${JSON.stringify(lists)})`)
}

/** The first `count` elements of each list that `json_each` gives. */
export function elements (count: number): SQL {
  return sql.join(Array.from({ length: count }, (_, at) => sql.raw(`value ->> ${at}`)), sql`, `)
}
