import { and, asc, eq, gt } from 'drizzle-orm'
import { ANONYMOUS_VIEWER, isVisible } from '../../../db/query/statements/viewer.js'
import { resource } from '../../../db/tables/index.js'
import type { Database } from '../../../db/query/statements/database.js'

/** Up to `limit` ids of public item sets greater than an id. */
export async function setsAfter (database: Database, id: number, limit: number): Promise<number[]> {
  const rows = await database.select({ id: resource.id }).from(resource)
    .where(and(eq(resource.kind, 'item_set'), isVisible(resource, ANONYMOUS_VIEWER), gt(resource.id, id)))
    .orderBy(asc(resource.id)).limit(limit)
  return rows.map((row) => row.id)
}
