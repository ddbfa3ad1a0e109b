import { getTableColumns, getTableName, type AnyColumn } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { stored, type Given } from './insert-rows.js'
import type { Database } from './sqlite.js'

/**
 * Writes columns of one row. A column that is written takes its indexes with it, also when its value stays the same, so
 * give only what changes (`changed`).
 *
 * @param columns without dates, buffers and JSON columns; none: nothing happens.
 */
export function updateRow<T extends SQLiteTable & { id: AnyColumn }> (
  { $client: driver }: Database, table: T, id: number, columns: Partial<T['$inferInsert']>
): void {
  const keys = Object.keys(columns)
  if (keys.length === 0) return
  const all = getTableColumns(table)
  const set = keys.map((key) => `"${all[key]!.name}" = ?`).join(', ')
  driver.prepare(`UPDATE "${getTableName(table)}" SET ${set} WHERE "id" = ?`).run(...stored(columns as Given, keys), id)
}

/** Those of the wanted columns that differ from what they are now. */
export function changed<T extends object> (now: Readonly<T>, wanted: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => now[key as keyof T] !== value)
  ) as Partial<T>
}
