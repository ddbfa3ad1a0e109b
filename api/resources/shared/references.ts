import { and, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { isOneOf } from '../../../db/sqlite.js'
import { NotFoundError } from '../../errors.js'
import { isNumeric } from '../../numbers.js'
import { givenId } from '../../payload.js'
import type { ReadContext } from '../../read-context.js'

type Table = SQLiteTable & { id: AnyColumn }

/**
 * The row that `{"o:id": n}` names, null for any other shape.
 *
 * @throws NotFoundError when the id is numeric but names nothing that meets the condition.
 */
export async function findReference (
  context: ReadContext,
  table: Table,
  entity: string,
  value: unknown,
  condition?: SQL
): Promise<number | null> {
  const id = givenId(value)
  return isNumeric(id) ? await findRow(context, table, entity, id, condition) : null
}

/** @throws NotFoundError when there is no such row, or it does not meet the condition. */
export async function findRow (
  context: ReadContext,
  table: Table,
  entity: string,
  id: number | string,
  condition?: SQL
): Promise<number> {
  const [found] = await findRows(context, table, entity, [id], condition)
  return found!
}

/**
 * Ids looked up by one statement: enough to cost little, few enough that a wrong one early in a long list ends it
 * soon.
 */
const LOOKED_UP_AT_ONCE = 500

/**
 * Looks up many rows by their ids, in few statements, because clients send lists of any length.
 *
 * @param ids as given, each number once (see givenIds).
 * @returns the ids as numbers, in the same order.
 * @throws NotFoundError for the first that names no row, or one that does not meet the condition.
 */
export async function findRows (
  { database }: ReadContext,
  table: Table,
  entity: string,
  ids: ReadonlyArray<number | string>,
  condition?: SQL
): Promise<number[]> {
  const found: number[] = []
  for (let at = 0; at < ids.length; at += LOOKED_UP_AT_ONCE) {
    const some = ids.slice(at, at + LOOKED_UP_AT_ONCE)
    const rows = await database.select({ id: sql<number>`${table.id}` }).from(table)
      .where(and(isOneOf(table.id, some.map(Number).filter(Number.isSafeInteger)), condition))
    const present = new Set(rows.map((row) => row.id))
    for (const id of some) {
      if (!present.has(Number(id))) throw NotFoundError.entity(entity, id)
      found.push(Number(id))
    }
  }
  return found
}
