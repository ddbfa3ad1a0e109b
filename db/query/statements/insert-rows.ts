import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.js'

/**
 * Inserts rows in order.
 *
 * @param rows rows with identical keys; without dates, buffers and JSON columns. @returns the id of the last row.
 */
export async function insertRows<T extends SQLiteTable> (
  database: Database, table: T, rows: ReadonlyArray<T['$inferInsert']>
): Promise<number | undefined> {
  return rows.length === 0 ? undefined : await database.$native.insertRows(table, rows)
}
