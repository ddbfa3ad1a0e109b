import type { AnyColumn } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.js'

/**
 * Writes columns of one row. Writing a column updates its indexes even if its value stays the same, so pass only what
 * changes (`changed`).
 *
 * @param columns without dates, buffers and JSON columns; if empty, nothing happens.
 */
export async function updateRow<T extends SQLiteTable & { id: AnyColumn }> (
  database: Database, table: T, id: number, columns: Partial<T['$inferInsert']>
): Promise<void> {
  if (Object.keys(columns).length > 0) await database.$native.updateRow(table, id, columns)
}

/** The wanted columns whose present value differs. */
export function changed<T extends object> (now: Readonly<T>, wanted: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => now[key as keyof T] !== value)
  ) as Partial<T>
}
