import { sql, type SQL } from 'drizzle-orm'
import type { Database } from './sqlite.js'

/**
 * Reads the column `id` of a query, in its order. The numbers are fetched as one JSON text, which is several times as
 * fast as fetching them row by row.
 */
export async function numbersOf (database: Database, rows: SQL): Promise<Int32Array> {
  const [row] = await database.values<[string]>(sql`SELECT json_group_array(id) FROM (${rows})`)
  return new Int32Array(JSON.parse(row![0]) as number[])
}
