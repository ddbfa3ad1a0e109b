import { and, asc, eq } from 'drizzle-orm'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { siteBlockAttachment, sitePage, sitePageBlock } from '../../../../db/tables/index.js'
import type { Representation } from '../../../core/answers/answer.js'
import { envelope, reference } from '../../../core/answers/addresses.js'
import { typedDate } from '../../../core/answers/dates.js'
import { groupBy } from '../../../core/sequence/group-by.js'
import type { ReadContext } from '../../definition/read-context.js'
import { attachedItem, attachedMedia, isAttachmentVisible } from '../../shared/site-contents.js'

/** Pages with their blocks and visible attachments (docs/contract/admin-resources.md §7), in three queries. */
export async function representPages (
  context: ReadContext,
  ids: readonly number[]
): Promise<Map<number, Representation>> {
  const { database } = context
  const pages = await database.select().from(sitePage).where(isOneOf(sitePage.id, ids))
  const blocks = await database.select().from(sitePageBlock).where(isOneOf(sitePageBlock.pageId, ids))
    .orderBy(asc(sitePageBlock.position), asc(sitePageBlock.id))
  const blocksOf = groupBy(blocks, (row) => row.pageId)
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

async function loadAttachments (
  { database, viewer }: ReadContext,
  blockIds: readonly number[]
): Promise<Map<number, Representation[]>> {
  if (blockIds.length === 0) return new Map()
  const { blockId, itemId, mediaId, caption } = siteBlockAttachment
  const rows = await database.select({ blockId, itemId, mediaId, caption }).from(siteBlockAttachment)
    .leftJoin(attachedItem, eq(attachedItem.id, itemId))
    .leftJoin(attachedMedia, eq(attachedMedia.id, mediaId))
    .where(and(isOneOf(blockId, blockIds), isAttachmentVisible(viewer)))
    .orderBy(asc(siteBlockAttachment.position), asc(siteBlockAttachment.id))
  return new Map([...groupBy(rows, (row) => row.blockId)].map(([id, attachments]) => [id, attachments.map((row) => ({
    'o:item': reference('items', row.itemId),
    'o:media': reference('media', row.mediaId),
    'o:caption': row.caption
  }))]))
}
