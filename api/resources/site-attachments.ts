import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isVisible, isPageVisible } from '../../db/search/viewer.js'
import { resource, siteBlockAttachment, sitePage, sitePageBlock } from '../../db/tables/index.js'
import type { Query } from '../call.js'
import { isTruthy } from '../filters.js'
import { toInteger } from '../numbers.js'
import type { ReadContext } from '../representation/read-context.js'

const query = new QueryBuilder()

/** `site_attachments_only`: shown on a page of the site, by an attachment that the viewer may see (contract/search.md §9.1). */
export function isAttached (siteId: string | number, { site_attachments_only: wanted }: Query, { viewer }: ReadContext): SQL | undefined {
  if (!isTruthy(wanted)) return undefined
  const picture = alias(resource, 'attached_media')
  return inArray(resource.id, query.select({ id: siteBlockAttachment.itemId }).from(siteBlockAttachment)
    .innerJoin(sitePageBlock, eq(sitePageBlock.id, siteBlockAttachment.blockId))
    .innerJoin(sitePage, eq(sitePage.id, sitePageBlock.pageId))
    .leftJoin(picture, eq(picture.id, siteBlockAttachment.mediaId))
    .where(and(
      eq(sitePage.siteId, toInteger(siteId)!),
      isNotNull(siteBlockAttachment.itemId),
      isPageVisible(viewer),
      viewer.viewsAll ? undefined : or(isNull(siteBlockAttachment.mediaId), isVisible(picture, viewer))
    )))
}
