import { and, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { WriteContext } from '../../definition/read-context.js'

/** Whether a row other than `id` meets the condition. @param id undefined for a row that does not exist yet. */
export async function isTaken (
  { database }: WriteContext,
  table: SQLiteTable & { id: AnyColumn },
  condition: SQL | undefined,
  id: number | undefined
): Promise<boolean> {
  const [row] = await database.select({ found: sql`1` }).from(table)
    .where(and(condition, id === undefined ? undefined : ne(table.id, id))).limit(1)
  return row !== undefined
}
