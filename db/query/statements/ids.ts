import { getTableName, max } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.js'
import { value } from '../../tables/index.js'
import { inDialect } from './dialect.js'

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
