import { and, eq, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { NotFoundError } from '../../../core/calls/errors.js'
import type { WriteContext } from '../../definition/read-context.js'
import type { ResourceWriter } from '../../definition/resource-type.js'

type Table = SQLiteTable & { id: AnyColumn }

/** The row with an id. @param entity its name in the message. @throws NotFoundError */
export async function storedRow<T extends Table> (
  { database }: WriteContext, table: T, entity: string, id: number
): Promise<T['$inferSelect']> {
  const [row] = await database.select().from<Table>(table).where(eq(table.id, id))
  if (row === undefined) throw NotFoundError.entity(entity, id)
  return row
}

/** Inserts a row. @returns its id. */
export async function insertRow<T extends Table> (
  { database }: Pick<WriteContext, 'database'>, table: T, columns: T['$inferInsert']
): Promise<number> {
  const [row] = await database.insert(table).values(columns as SQLiteInsertValue<T>)
    .returning({ id: sql<number>`${table.id}` })
  return row!.id
}

/** The `delete` of a writer, if nothing else has to be deleted with a row. */
export function deletionFrom (table: Table): NonNullable<ResourceWriter['delete']> {
  return async ({ database }, id) => {
    await database.delete(table).where(eq(table.id, id))
    return {}
  }
}

/** Whether a row other than `id` meets the condition. @param id undefined for a row that does not exist yet. */
export async function isTaken (
  { database }: WriteContext, table: Table, condition: SQL | undefined, id: number | undefined
): Promise<boolean> {
  const [row] = await database.select({ found: sql`1` }).from(table)
    .where(and(condition, id === undefined ? undefined : ne(table.id, id))).limit(1)
  return row !== undefined
}
