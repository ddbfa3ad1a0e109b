import { getTableName, max, sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.js'
import { value } from '../../tables/index.js'
import { inDialect } from './dialect.js'

/** The numbers in a column of a query as one JSON array, to be read by `numbersIn`. */
export const listOf = (column: SQL): SQL<string> => inDialect<string>((dialect) => dialect.listOf(column))

export const numbersIn = (list: string): Int32Array => new Int32Array(JSON.parse(list) as number[])

/**
 * Reads the column `id` of a query, in its order. The numbers are fetched as one JSON text, which is several times as
 * fast as fetching them row by row.
 */
export async function numbersOf (database: Database, rows: SQL, before = sql``): Promise<Int32Array> {
  const [row] = await database.values<[string]>(sql`${before} SELECT ${listOf(sql`id`)} FROM (${rows}) AS listed`)
  return numbersIn(row![0])
}

/** Reads the first column of a query, whatever its name, in any order. */
export async function idsOf (database: Database, rows: SQL): Promise<Int32Array> {
  return await numbersOf(database, sql`SELECT id FROM found`, sql`WITH found(id) AS (${rows})`)
}

/** Reads an id and a number from each row of a query, in any order. */
export async function keysOf (database: Database, rows: SQL): Promise<{ ids: number[], keys: number[] }> {
  // SQLite writes fractions to JSON with too few digits, so only whole numbers are read that way, within the range
  // that a BIGINT cast represents exactly.
  const whole = sql`CAST(CASE WHEN key > -1000000000000000 AND key < 1000000000000000 THEN key END AS BIGINT)`
  const found = sql`WITH found(id, key) AS (${rows})`
  const [row] = await database.values<[string, string]>(sql`${found}
    SELECT ${listOf(sql`id`)}, ${listOf(whole)} FROM found WHERE key = ${whole}`)
  const [ids, keys] = row!.map((numbers) => JSON.parse(numbers) as number[]) as [number[], number[]]
  for (const [id, key] of await database.values<[number, number]>(
    sql`${found} SELECT id, key FROM found WHERE key IS NOT NULL AND key IS DISTINCT FROM ${whole}`
  )) {
    ids.push(id)
    keys.push(key)
  }
  return { ids, keys }
}

/** The highest id that a table ever assigned, including deleted rows. */
export async function lastIdIn (database: Database, table: SQLiteTable): Promise<number> {
  const name = getTableName(table)
  const row = await database.get<{ seq: number } | undefined>(inDialect((dialect) => dialect.lastId(name)))
  return row?.seq ?? 0
}

/** The highest id of a value: an estimate of the number of values. */
export async function lastValue (database: Database): Promise<number> {
  const [row] = await database.select({ last: max(value.id) }).from(value)
  return row?.last ?? 0
}
