import { and, eq, isNotNull, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../statements/database.js'
import { listOf, numbersIn } from '../statements/ids.js'
import { inDialect, isOneOf } from '../statements/dialect.js'

/** A sort key that a row takes from a row it refers to: the label of its class, the name of its owner. */
export interface RelatedKey {
  /** The column that refers to the other row. */
  readonly column: AnyColumn
  /** Id column and key column of the other table. */
  readonly id: AnyColumn
  readonly of: AnyColumn
  /** The key of a row. */
  readonly key: SQL
}

/** @example relatedKey(resource.classId, resourceClass.id, resourceClass.labelKey) */
export function relatedKey (column: AnyColumn, id: AnyColumn, of: AnyColumn): RelatedKey {
  return { column, id, of, key: sql`(SELECT ${of} FROM ${of.table} WHERE ${id} = ${column})` }
}

/** The rows that are sorted by a related key. @param scope restricts the table to them. */
interface RelatedRows {
  readonly table: SQLiteTable & { id: AnyColumn }
  readonly scope?: SQL
}

/** A row that others may refer to, with its sort key and the ids of the rows that do. */
export interface RelatedGroup { readonly id: number, readonly key: string, readonly ids: Int32Array }

/** All rows that others may refer to, ordered by key. The ids are read from the index of the column alone. */
export async function groupsOf (
  database: Database, { column, id, of }: RelatedKey, { table, scope }: RelatedRows
): Promise<RelatedGroup[]> {
  const ids = sql`(SELECT ${listOf(sql`${table.id}`)} FROM ${table} WHERE ${and(eq(column, id), scope)})`
  const rows = await database.values<[number, string, string]>(
    sql`SELECT ${id}, ${of}, ${ids} FROM ${of.table} ORDER BY ${of}, ${id}`
  )
  return rows.map(([id, key, list]) => ({ id, key, ids: numbersIn(list) }))
}

/** The rows among the given ones that refer to each other row, by the id of that row. */
export async function groupsAmong (
  database: Database, { column }: RelatedKey, { table, scope }: RelatedRows, among: readonly number[]
): Promise<Map<number, Int32Array>> {
  const few = inDialect((dialect) => dialect.beside(column))
  const rows = await database.values<[number, string]>(sql`SELECT ${column}, ${listOf(sql`${table.id}`)} FROM ${table}
    WHERE ${and(isOneOf(table.id, among), isNotNull(few), scope)} GROUP BY ${column}`)
  return new Map(rows.map(([id, list]) => [id, numbersIn(list)]))
}
