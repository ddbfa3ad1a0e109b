import { and, eq, inArray, isNotNull, isNull, not, or, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import {
  isPageVisible, isSiteVisible, isTargetVisible, isVisible, type Viewer
} from '../../../db/query/statements/viewer.js'
import {
  itemSite, resource, site, siteBlockAttachment, siteItemSet, sitePage, sitePageBlock
} from '../../../db/tables/index.js'
import type { Query } from '../../core/calls/call.js'
import { isNumeric } from '../../core/calls/given.js'
import type { SearchContext } from '../../search/context/context.js'
import { byOneId, isFlag, isTruthy } from '../../search/query/filters.js'
import type { Filter } from '../../search/query/searchable.js'

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

/**
 * `in_sites`: 1 for what is in a site, 0 for other resources. Ignored if `site_id` is given.
 *
 * @param inAny the condition that a resource is in any site that the viewer may see.
 */
export const inSites = (inAny: (viewer: Viewer) => SQL): Filter => (value, context, all) => isNumeric(all.site_id)
  ? undefined
  : isFlag((flag) => flag ? inAny(context.viewer) : not(inAny(context.viewer)))(value, context, all)

/** The item and the media of an attachment, as aliases for joins. */
export const attachedItem = alias(resource, 'attached_item')
export const attachedMedia = alias(resource, 'attached_media')

/** An attachment is visible if its item and media are (docs/contract/acl.md §6). */
export function isAttachmentVisible (viewer: Viewer): SQL | undefined {
  if (viewer.viewsAll) return undefined
  return and(
    or(isNull(siteBlockAttachment.itemId), isVisible(attachedItem, viewer)),
    or(isNull(siteBlockAttachment.mediaId), isTargetVisible(viewer, attachedMedia))
  )
}

/**
 * `site_attachments_only`: the item is shown on a page of the site, by an attachment that the viewer may see
 * (docs/contract/search.md §9.1).
 */
export function isAttached (
  siteId: number,
  { site_attachments_only: wanted }: Query,
  { viewer }: SearchContext
): SQL | undefined {
  if (!isTruthy(wanted)) return undefined
  return inArray(resource.id, query.select({ id: siteBlockAttachment.itemId }).from(siteBlockAttachment)
    .innerJoin(sitePageBlock, eq(sitePageBlock.id, siteBlockAttachment.blockId))
    .innerJoin(sitePage, eq(sitePage.id, sitePageBlock.pageId))
    .innerJoin(attachedItem, eq(attachedItem.id, siteBlockAttachment.itemId))
    .leftJoin(attachedMedia, eq(attachedMedia.id, siteBlockAttachment.mediaId))
    .where(and(
      eq(sitePage.siteId, siteId),
      isNotNull(siteBlockAttachment.itemId),
      isPageVisible(viewer),
      isAttachmentVisible(viewer)
    )))
}

/**
 * `item_id` of site pages: finds pages that show the item by an attachment that the viewer may see
 * (docs/contract/search.md §9.10).
 */
export const showsItem: Filter = byOneId((id, { viewer }) =>
  inArray(sitePage.id, query.select({ id: sitePageBlock.pageId }).from(siteBlockAttachment)
    .innerJoin(sitePageBlock, eq(sitePageBlock.id, siteBlockAttachment.blockId))
    .innerJoin(attachedItem, eq(attachedItem.id, siteBlockAttachment.itemId))
    .leftJoin(attachedMedia, eq(attachedMedia.id, siteBlockAttachment.mediaId))
    .where(and(eq(siteBlockAttachment.itemId, id), isAttachmentVisible(viewer)))))
