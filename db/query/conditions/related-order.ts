import { and, eq, isNotNull, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../statements/database.js'
import { listOf, numbersIn } from '../statements/ids.js'
import { inWords, isOneOf } from '../statements/words.js'

/** A sort key that rows have from another one that they refer to: the label of their class, the name of their owner. */
export interface RelatedKey {
  /** The column that refers to the other row. */
  readonly column: AnyColumn
  /** The id of the other row, and its column with the key. */
  readonly id: AnyColumn
  readonly of: AnyColumn
  /** The key of a row. */
  readonly key: SQL
}

/** @example relatedKey(resource.classId, resourceClass.id, resourceClass.labelKey) */
export function relatedKey (column: AnyColumn, id: AnyColumn, of: AnyColumn): RelatedKey {
  return { column, id, of, key: sql`(SELECT ${of} FROM ${of.table} WHERE ${id} = ${column})` }
}

/** The rows of a table that sorts by a related key. @param scope restricts the table to them. */
export interface RelatedRows {
  readonly table: SQLiteTable & { id: AnyColumn }
  readonly scope?: SQL
}

/** A row that others may refer to, with its key and the ids of those that do. */
export interface RelatedGroup { readonly id: number, readonly key: string, readonly ids: Int32Array }

/** All rows that others may refer to, by their keys. The ids come from the index of the column alone. */
export async function groupsOf (
  database: Database, { column, id, of }: RelatedKey, { table, scope }: RelatedRows
): Promise<RelatedGroup[]> {
  const ids = sql`(SELECT ${listOf(sql`${table.id}`)} FROM ${table} WHERE ${and(eq(column, id), scope)})`
  const rows = await database.values<[number, string, string]>(
    sql`SELECT ${id}, ${of}, ${ids} FROM ${of.table} ORDER BY ${of}, ${id}`
  )
  return rows.map(([id, key, list]) => ({ id, key, ids: numbersIn(list) }))
}

/** Which of some rows refer to which others, by the ids of those. */
export async function groupsAmong (
  database: Database, { column }: RelatedKey, { table, scope }: RelatedRows, among: readonly number[]
): Promise<Map<number, Int32Array>> {
  const few = inWords((words) => words.beside(column))
  const rows = await database.values<[number, string]>(sql`SELECT ${column}, ${listOf(sql`${table.id}`)} FROM ${table}
    WHERE ${and(isOneOf(table.id, among), isNotNull(few), scope)} GROUP BY ${column}`)
  return new Map(rows.map(([id, list]) => [id, numbersIn(list)]))
}
