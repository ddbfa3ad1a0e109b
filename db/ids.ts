import { sql, type SQL } from 'drizzle-orm'
import type { Database } from './sqlite.js'

/**
 * The whole numbers that a query of one column, called `id`, gives, in its order. They are fetched as one text: that is
 * several times as fast as row by row.
 */
export async function numbersOf (database: Database, rows: SQL): Promise<Int32Array> {
  const [row] = await database.values<[string]>(sql`SELECT json_group_array(id) FROM (${rows})`)
  return new Int32Array(JSON.parse(row![0]) as number[])
}
