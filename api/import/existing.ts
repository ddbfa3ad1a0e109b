import { sql } from 'drizzle-orm'
import { inWords, isOneOf } from '../../db/words.js'
import type { Database } from '../../db/database.js'
import { media, resource, value, type ResourceKind } from '../../db/tables/index.js'
import type { Labels } from './labels.js'
import { forEachTarget, type ImportRecord } from './record.js'

/** The highest resource id ever assigned, also of deleted resources. */
export async function lastId (database: Database): Promise<number> {
  const row = await database.get<{ seq: number } | undefined>(inWords((words) => words.lastId('resource')))
  return row?.seq ?? 0
}

/** Kinds, by id, of the existing resources among the records and their link targets. */
export async function kindsOf (
  database: Database,
  records: readonly ImportRecord[],
  labels: Labels
): Promise<Map<number, ResourceKind>> {
  const ids = new Set<number | undefined>()
  for (const record of records) {
    ids.add(labels.of(record.label).id)
    forEachTarget(record, (target) => { ids.add(target < 0 ? labels.byTarget(target)!.id : target) })
  }
  const rows = await database
    .select({ id: resource.id, kind: resource.kind })
    .from(resource)
    .where(
      isOneOf(
        resource.id,
        [...ids].filter((id) => id !== undefined)
      )
    )
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** Items and item sets without media whose text shows the title of some resources, which they link to. */
export async function showing (database: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await database.values<[number]>(sql`SELECT id FROM (
      SELECT ${value.resourceId} AS id FROM ${value} WHERE ${isOneOf(value.linkedId, ids)}
      UNION SELECT described.resource_id FROM ${value} JOIN ${value} AS described
        ON described.annotation_id = ${value.resourceId} WHERE ${isOneOf(value.linkedId, ids)}
    ) AS shown WHERE id NOT IN (SELECT ${media.itemId} FROM ${media} WHERE ${media.itemId} = shown.id)`)
  return rows.map(([id]) => id)
}
