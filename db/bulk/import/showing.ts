import { sql } from 'drizzle-orm'
import type { Database } from '../../query/statements/database.js'
import { media, value } from '../../tables/index.js'
import { isOneOf } from '../../query/statements/dialect.js'

/**
 * Items without media and item sets whose indexed text contains the title of any of the given resources, because they
 * link to it.
 */
export async function showing (database: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await database.values<[number]>(sql`SELECT id FROM (
      SELECT ${value.resourceId} AS id FROM ${value} WHERE ${isOneOf(value.linkedId, ids)}
      UNION SELECT described.resource_id FROM ${value} JOIN ${value} AS described
        ON described.annotation_id = ${value.resourceId} WHERE ${isOneOf(value.linkedId, ids)}
    ) AS shown WHERE id NOT IN (SELECT ${media.itemId} FROM ${media} WHERE ${media.itemId} = shown.id)`)
  return rows.map(([id]) => id)
}
