import { and, eq, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { NotFoundError } from '../../errors.js'
import { isNumeric } from '../../numbers.js'
import { givenId } from '../../payload.js'
import type { ReadContext } from '../../read-context.js'

/**
 * The row that `{"o:id": n}` names, null for any other shape.
 *
 * @throws NotFoundError when the id is numeric but names nothing that meets the condition.
 */
export async function findReference (context: ReadContext, table: SQLiteTable & { id: AnyColumn }, entity: string, value: unknown, condition?: SQL): Promise<number | null> {
  const id = givenId(value)
  return isNumeric(id) ? await findRow(context, table, entity, id, condition) : null
}

/** @throws NotFoundError when there is no such row, or it does not meet the condition. */
export async function findRow ({ database }: ReadContext, table: SQLiteTable & { id: AnyColumn }, entity: string, id: number | string, condition?: SQL): Promise<number> {
  const number = Number(id)
  const [row] = Number.isSafeInteger(number)
    ? await database.select({ found: sql<number>`${table.id}` }).from(table).where(and(eq(table.id, number), condition))
    : []
  if (row === undefined) throw NotFoundError.entity(entity, id)
  return row.found
}
