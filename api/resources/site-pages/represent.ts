import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isOneOf } from '../../../db/sqlite.js'
import { resource, siteBlockAttachment, sitePage, sitePageBlock } from '../../../db/tables/index.js'
import type { Representation } from '../../answer.js'
import { envelope, reference } from '../../addresses.js'
import { typedDate } from '../../dates.js'
import { gathered } from '../../group-by.js'
import type { ReadContext } from '../../read-context.js'
import { sees } from '../../access/sees.js'

/** Pages with their blocks and the attachments that may be seen (contract/admin-resources.md §7), in three queries. */
export async function representPages (context: ReadContext, ids: readonly number[]): Promise<Map<number, Representation>> {
  const { database } = context
  const pages = await database.select().from(sitePage).where(isOneOf(sitePage.id, ids))
  const blocks = await database.select().from(sitePageBlock).where(isOneOf(sitePageBlock.pageId, ids))
    .orderBy(asc(sitePageBlock.position), asc(sitePageBlock.id))
  const blocksOf = gathered(blocks, (row) => row.pageId)
  const attachmentsOf = await loadAttachments(context, blocks.map((row) => row.id))
  return new Map(pages.map((page) => [page.id, {
    ...envelope('site_pages', 'o:SitePage', page.id),
    'o:slug': page.slug,
    'o:title': page.title,
    'o:is_public': page.isPublic,
    'o:layout': page.layout,
    'o:layout_data': page.layoutData ?? [],
    'o:block': (blocksOf.get(page.id) ?? []).map((block) => ({
      'o:layout': block.layout,
      'o:data': block.data,
      'o:layout_data': block.layoutData,
      'o:attachment': attachmentsOf.get(block.id) ?? []
    })),
    'o:site': reference('sites', page.siteId),
    'o:created': typedDate(page.created),
    'o:modified': typedDate(page.modified)
  }]))
}

/** An attachment with anything hidden in it is hidden altogether (contract/acl.md §6). */
async function loadAttachments ({ database, viewer }: ReadContext, blockIds: readonly number[]): Promise<Map<number, Representation[]>> {
  if (blockIds.length === 0) return new Map()
  const shownItem = alias(resource, 'shown_item')
  const shownMedia = alias(resource, 'shown_media')
  const rows = await database.select({ attachment: siteBlockAttachment, item: shownItem, media: shownMedia }).from(siteBlockAttachment)
    .leftJoin(shownItem, eq(shownItem.id, siteBlockAttachment.itemId))
    .leftJoin(shownMedia, eq(shownMedia.id, siteBlockAttachment.mediaId))
    .where(isOneOf(siteBlockAttachment.blockId, blockIds))
    .orderBy(asc(siteBlockAttachment.position), asc(siteBlockAttachment.id))
  const visible = rows.filter(({ item, media }) => (item === null || sees(viewer, item)) && (media === null || sees(viewer, media)))
  const groups = gathered(visible, ({ attachment }) => attachment.blockId)
  return new Map([...groups].map(([blockId, group]) => [blockId, group.map(({ attachment }) => ({
    'o:item': reference('items', attachment.itemId),
    'o:media': reference('media', attachment.mediaId),
    'o:caption': attachment.caption
  }))]))
}
