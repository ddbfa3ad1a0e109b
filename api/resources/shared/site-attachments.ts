import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isPageVisible, isTargetVisible, isVisible, type Viewer } from '../../../db/query/statements/viewer.js'
import { resource, siteBlockAttachment, sitePage, sitePageBlock } from '../../../db/tables/index.js'
import type { Query } from '../../core/calls/call.js'
import { byOneId, isTruthy } from '../../search/query/filters.js'
import type { SearchContext } from '../../search/context/context.js'
import type { Filter } from '../../search/query/searchable.js'

const query = new QueryBuilder()
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
