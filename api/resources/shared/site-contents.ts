import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { QueryBuilder, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { isSiteVisible, type Viewer } from '../../../db/search/viewer.js'
import { itemSite, site, siteItemSet } from '../../../db/tables/index.js'

const query = new QueryBuilder()

/**
 * Ids of the items that are assigned to a site, or without `siteId` to any. Sites that the viewer does not see have
 * none.
 */
export function itemsOfSites (viewer: Viewer, siteId?: number) {
  return query.select({ id: itemSite.itemId }).from(itemSite).where(isOfSite(itemSite.siteId, viewer, siteId))
}

/** The same for the item sets that are attached to a site. */
export function itemSetsOfSites (viewer: Viewer, siteId?: number) {
  return query.select({ id: siteItemSet.itemSetId }).from(siteItemSet)
    .where(isOfSite(siteItemSet.siteId, viewer, siteId))
}

function isOfSite (column: SQLiteColumn, viewer: Viewer, siteId: number | undefined): SQL | undefined {
  return and(siteId === undefined ? undefined : eq(column, siteId), isVisibleSite(column, viewer))
}

/** The column names a site that the viewer sees; undefined where all are seen. */
export function isVisibleSite (column: SQLiteColumn, viewer: Viewer): SQL | undefined {
  if (viewer.isAdmin || viewer.disclosesPrivate === true) return undefined
  return inArray(column, query.select({ id: site.id }).from(site).where(isSiteVisible(viewer)))
}
