import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.js'

/**
 * Inserts rows in order.
 *
 * @param rows rows with identical keys; without dates, buffers and JSON columns.
 */
export async function insertRows<T extends SQLiteTable> (
  database: Database, table: T, rows: ReadonlyArray<T['$inferInsert']>
): Promise<void> {
  if (rows.length > 0) await database.$native.insertRows(table, rows)
}
