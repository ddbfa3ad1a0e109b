import { and, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { numbersOf } from '../statements/ids.js'
import { isOneOf } from '../statements/dialect.js'
import type { Database } from '../statements/database.js'
import { media, resource, RESOURCE_KINDS } from '../../tables/index.js'
import { isTargetVisible, type Viewer } from '../statements/viewer.js'

const query = new QueryBuilder()
const parent = alias(resource, 'parent')

/** Ids of the resources that a viewer owns. @param among limits the result to these ids. */
export async function ownResources (
  database: Database, { id }: Viewer, among?: readonly number[]
): Promise<Int32Array> {
  return await numbersOf(database, query.select({ id: resource.id }).from(resource)
    .where(and(eq(resource.ownerId, id!), among && isOneOf(resource.id, among))).getSQL())
}

/** Ids of the resources to which links are hidden from a viewer. @param among limits the result to these ids. */
export async function hiddenTargets (
  database: Database, viewer: Viewer, among?: readonly number[]
): Promise<Int32Array> {
  const suspects = among ?? await numbersOf(database, suspectsOf(viewer))
  return await numbersOf(database, sql`SELECT ${resource.id} AS id FROM ${resource}
    WHERE ${isOneOf(resource.id, Array.from(suspects))} AND NOT coalesce(${isTargetVisible(viewer)!}, 1 = 0)`)
}

/**
 * Selects the resources that may be hidden from a viewer: private resources of others, and media of such items. Read
 * from an index.
 */
export function suspectsOf ({ id }: Viewer): SQL {
  const isOfOthers = (row: typeof resource | typeof parent) => and(
    eq(row.isPublic, false), id === null ? undefined : or(isNull(row.ownerId), ne(row.ownerId, id))
  )
  const hidden = query.select({ id: resource.id }).from(resource)
    .where(and(inArray(resource.kind, [...RESOURCE_KINDS]), isOfOthers(resource)))
  const within = query.select({ id: media.id }).from(parent).innerJoin(media, eq(media.itemId, parent.id))
    .where(and(eq(parent.kind, 'item'), isOfOthers(parent)))
  return sql`SELECT id FROM (${hidden}) AS hidden UNION SELECT id FROM (${within}) AS within_hidden`
}
