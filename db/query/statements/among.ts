import { sql, type SQL } from 'drizzle-orm'
import type { Database } from './database.js'
import type { List } from './engine-words.js'
import { listOf, numbersIn } from './ids.js'
import { IDS } from './prepared.js'

/** Makes a query about some resources. */
type Ask = (among: List) => SQL

interface Statement<T> { all (values: { ids: string }): T[] | Promise<T[]> }

/**
 * Builds and compiles a query once for each function that makes it, because building it takes longer than running it:
 * give the same function again where there is one.
 *
 * @param build builds and prepares the query, given the one of the function.
 */
function preparedOnce<T> (
  build: (database: Database, asked: SQL) => Statement<T>
): (database: Database, ask: Ask, among: readonly number[]) => Promise<T[]> {
  const known = new WeakMap<Database, WeakMap<Ask, Statement<T>>>()
  return async (database, ask, among) => {
    let statements = known.get(database)
    if (statements === undefined) known.set(database, statements = new WeakMap())
    let statement = statements.get(ask)
    if (statement === undefined) statements.set(ask, statement = build(database, ask(IDS)))
    return await statement.all({ ids: JSON.stringify(among) })
  }
}

const numbers = listOf(sql`id`)
const listed = preparedOnce((database, asked) => database.select({ numbers }).from(sql`(${asked}) AS listed`).prepare())
const found = preparedOnce((database, asked) =>
  database.select({ numbers }).from(sql`(WITH found(id) AS (${asked}) SELECT id FROM found) AS listed`).prepare())
const keyed = preparedOnce((database, asked) => database.select({ id: sql<number>`id`, key: sql<number>`key` })
  .from(sql`(WITH found(id, key) AS (${asked}) SELECT id, key FROM found WHERE key IS NOT NULL) AS listed`).prepare())

const only = ([row]: Array<{ numbers: string }>): Int32Array => numbersIn(row!.numbers)

/** Reads the column `id` of a query about some resources, in its order. */
export async function numbersAmong (database: Database, ask: Ask, among: readonly number[]): Promise<Int32Array> {
  return only(await listed(database, ask, among))
}

/** Reads the first column of such a query, whatever its name, in any order. */
export async function idsAmong (database: Database, ask: Ask, among: readonly number[]): Promise<Int32Array> {
  return only(await found(database, ask, among))
}

/** Reads an id and a number from each row of such a query, in any order. */
export async function keysAmong (
  database: Database, ask: Ask, among: readonly number[]
): Promise<{ ids: number[], keys: number[] }> {
  const rows = await keyed(database, ask, among)
  return { ids: rows.map(({ id }) => id), keys: rows.map(({ key }) => key) }
}
