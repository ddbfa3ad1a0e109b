import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { QueryBuilder, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { isSiteVisible, type Viewer } from '../../../../db/query/statements/viewer.js'
import { itemSite, site, siteItemSet } from '../../../../db/tables/index.js'

const query = new QueryBuilder()

/** Ids of the items of a site, or without `siteId` of all sites; limited to sites that the viewer may see. */
export function itemsOfSites (viewer: Viewer, siteId?: number) {
  return query.select({ id: itemSite.itemId }).from(itemSite).where(isOfSite(itemSite.siteId, viewer, siteId))
}

/**
 * Ids of the item sets attached to a site, or without `siteId` to any site; limited to sites that the viewer may see.
 */
export function itemSetsOfSites (viewer: Viewer, siteId?: number) {
  return query.select({ id: siteItemSet.itemSetId }).from(siteItemSet)
    .where(isOfSite(siteItemSet.siteId, viewer, siteId))
}

function isOfSite (column: SQLiteColumn, viewer: Viewer, siteId: number | undefined): SQL | undefined {
  return and(siteId === undefined ? undefined : eq(column, siteId), isVisibleSite(column, viewer))
}

/** The condition that a column refers to a visible site; undefined if the viewer may see all sites. */
export function isVisibleSite (column: SQLiteColumn, viewer: Viewer): SQL | undefined {
  if (viewer.isAdmin || viewer.disclosesPrivate === true) return undefined
  return inArray(column, query.select({ id: site.id }).from(site).where(isSiteVisible(viewer)))
}
