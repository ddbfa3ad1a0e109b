import { sql, type SQL } from 'drizzle-orm'
import type { Database } from './database.js'
import type { List } from './dialect-interface.js'
import { listOf, numbersIn } from './ids.js'
import { IDS } from './prepared.js'

/** Builds a query that is limited to the given ids. */
type SelectAmong = (among: List) => SQL

interface Statement<T> { all (values: { ids: string }): T[] | Promise<T[]> }

/**
 * Builds and compiles a query once for each `select` function, because building takes longer than running it: callers
 * must pass the identical function again.
 *
 * @param build builds and prepares the statement around the query of the function.
 */
function preparedOnce<T> (
  build: (database: Database, selected: SQL) => Statement<T>
): (database: Database, select: SelectAmong, among: readonly number[]) => Promise<T[]> {
  const known = new WeakMap<Database, WeakMap<SelectAmong, Statement<T>>>()
  return async (database, select, among) => {
    let statements = known.get(database)
    if (statements === undefined) known.set(database, statements = new WeakMap())
    let statement = statements.get(select)
    if (statement === undefined) statements.set(select, statement = build(database, select(IDS)))
    return await statement.all({ ids: JSON.stringify(among) })
  }
}

const numbers = listOf(sql`id`)
const listed = preparedOnce((database, selected) =>
  database.select({ numbers }).from(sql`(${selected}) AS listed`).prepare())
const found = preparedOnce((database, selected) =>
  database.select({ numbers }).from(sql`(WITH found(id) AS (${selected}) SELECT id FROM found) AS listed`).prepare())
const keyed = preparedOnce((database, selected) => database.select({ id: sql<number>`id`, key: sql<number>`key` })
  .from(sql`(WITH found(id, key) AS (${selected}) SELECT id, key FROM found WHERE key IS NOT NULL) AS listed`)
  .prepare())

const only = ([row]: Array<{ numbers: string }>): Int32Array => numbersIn(row!.numbers)

/** Reads the column `id` of a query limited to the given ids, in its order. */
export async function selectNumbersWhere (
  database: Database, select: SelectAmong, among: readonly number[]
): Promise<Int32Array> {
  return only(await listed(database, select, among))
}

/** Reads the first column of a query limited to the given ids, whatever its name, in any order. */
export async function selectIdsWhere (
  database: Database, select: SelectAmong, among: readonly number[]
): Promise<Int32Array> {
  return only(await found(database, select, among))
}

/** Reads an id and a number from each row of a query limited to the given ids, in any order. */
export async function selectKeysWhere (
  database: Database, select: SelectAmong, among: readonly number[]
): Promise<{ ids: number[], keys: number[] }> {
  const rows = await keyed(database, select, among)
  return { ids: rows.map(({ id }) => id), keys: rows.map(({ key }) => key) }
}
