import { and, eq, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { AUDIENCE, resource, sortText, type Audience } from '../tables/index.js'
import type { Viewer } from './viewer.js'

const query = new QueryBuilder()

/** Ascending puts rows without a key first, descending last, whatever the database's habit. */
export function ordered (key: AnyColumn | SQL, direction: 'asc' | 'desc'): SQL {
  return direction === 'asc' ? sql`${key} ASC NULLS FIRST` : sql`${key} DESC NULLS LAST`
}

/** What a resource is sorted by under a property, for this viewer (docs/contract/search.md §3). */
export function propertySortKey (propertyId: number, viewer: Viewer): SQL {
  const audience = viewer.viewsAll
    ? ne(sortText.audience, AUDIENCE.publicOnly)
    : viewer.id === null
      ? ne(sortText.audience, AUDIENCE.full)
      : ne(
        sortText.audience,
        sql`CASE WHEN ${resource.ownerId} = ${viewer.id} THEN ${AUDIENCE.publicOnly} ELSE ${AUDIENCE.full} END`
      )
  // The plus makes the database look the resource up, not walk the property once for each resource.
  return sql`${query.select({ key: sortText.sortKey }).from(sortText).where(and(
    eq(sortText.resourceId, resource.id), eq(sql`+${sortText.propertyId}`, propertyId), audience))}`
}

/** More than there are audiences. */
const AUDIENCES = 4

/**
 * Everything that anybody sorts by under a property, ascending by key, then resource: numbers for `sortEntryId` and
 * `sortEntryCounts`, called `id`.
 */
export function propertyOrder (propertyId: number): SQL {
  return sql`SELECT ${sortText.resourceId} * ${sql.raw(String(AUDIENCES))} + ${sortText.audience} AS id FROM ${sortText}
    WHERE ${eq(sortText.propertyId, propertyId)} ORDER BY ${sortText.sortKey}, ${sortText.resourceId}`
}

/** The resource of an entry of `propertyOrder`. */
export const sortEntryId = (entry: number): number => Math.floor(entry / AUDIENCES)

/** Whether the entry counts for those who see the private values of its resource, or for those who do not. */
export function sortEntryCounts (entry: number, seesPrivate: boolean): boolean {
  const audience = entry % AUDIENCES as Audience
  return audience !== (seesPrivate ? AUDIENCE.publicOnly : AUDIENCE.full)
}

/** Ids of the resources of an account. */
export function ownedBy (ownerId: number): SQL {
  return query.select({ id: resource.id }).from(resource).where(eq(resource.ownerId, ownerId)).getSQL()
}
