import { and, eq, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { AUDIENCE, resource, sortText } from '../tables/index.js'
import type { Viewer } from './viewer.js'

const query = new QueryBuilder()

/** Ascending puts rows without a key first, descending last, whatever the database's habit. */
export function ordered (key: AnyColumn | SQL, direction: 'asc' | 'desc'): SQL {
  return direction === 'asc' ? sql`${key} ASC NULLS FIRST` : sql`${key} DESC NULLS LAST`
}

/** What a resource is sorted by under a property, for this viewer (contract/search.md §3). */
export function propertySortKey (propertyId: number, viewer: Viewer): SQL {
  const audience = viewer.viewsAll
    ? ne(sortText.audience, AUDIENCE.publicOnly)
    : viewer.id === null
      ? ne(sortText.audience, AUDIENCE.full)
      : ne(sortText.audience, sql`CASE WHEN ${resource.ownerId} = ${viewer.id} THEN ${AUDIENCE.publicOnly} ELSE ${AUDIENCE.full} END`)
  // The plus makes the database look the resource up, not walk the property once for each resource.
  return sql`${query.select({ key: sortText.sortKey }).from(sortText).where(and(
    eq(sortText.resourceId, resource.id), eq(sql`+${sortText.propertyId}`, propertyId), audience))}`
}
