import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { FullTextDocument } from '../../../../db/query/tokens/full-text-tokens.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { resource, siteBlockAttachment, sitePage, sitePageBlock } from '../../../../db/tables/index.js'
import { textOfHtml } from '../../../../files/html/text.js'
import { groupBy } from '../../../core/sequence/group-by.js'

/** The keys of a block's data that are texts of the page, by layout; all others are configuration. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  html: ['html'],
  browsePreview: ['heading', 'link-text'],
  asset: ['alt_link_title', 'caption'],
  iiifPresentation: ['title'],
  iiifImage: ['title']
}

/**
 * The text of site pages to be indexed (docs/contract/search.md §8.1), in three queries. Attachments that show
 * anything private are hidden altogether, as they are on the page (docs/contract/acl.md §6).
 */
export async function pageTexts (database: Database, ids: readonly number[]): Promise<FullTextDocument[]> {
  const pages = await database
    .select({ id: sitePage.id, title: sitePage.title })
    .from(sitePage)
    .where(isOneOf(sitePage.id, ids))
  const blocks = await database
    .select({
      id: sitePageBlock.id,
      pageId: sitePageBlock.pageId,
      layout: sitePageBlock.layout,
      data: sitePageBlock.data
    })
    .from(sitePageBlock)
    .where(isOneOf(sitePageBlock.pageId, ids))
    .orderBy(asc(sitePageBlock.position), asc(sitePageBlock.id))
  const blocksOf = groupBy(blocks, ({ pageId }) => pageId)
  const attachmentsOf = groupBy(await loadAttachments(database, blocks.map(({ id }) => id)), ({ blockId }) => blockId)
  return pages.map(({ id, title }) => {
    const shown: string[] = []
    const hidden: string[] = []
    for (const block of blocksOf.get(id) ?? []) {
      for (const text of textsOfBlock(block)) shown.push(text)
      for (const { itemTitle, publicItemTitle, caption, isHidden } of attachmentsOf.get(block.id) ?? []) {
        (isHidden ? hidden : shown).push(publicItemTitle ?? '', textOfHtml(caption))
        if (itemTitle !== publicItemTitle) hidden.push(itemTitle ?? '')
      }
    }
    return { id, title, text: shown.join('\n'), hidden: hidden.join('\n') }
  })
}

async function loadAttachments (database: Database, blockIds: readonly number[]) {
  if (blockIds.length === 0) return []
  const item = alias(resource, 'shown_item')
  const media = alias(resource, 'shown_media')
  const rows = await database
    .select({
      blockId: siteBlockAttachment.blockId,
      caption: siteBlockAttachment.caption,
      itemTitle: item.title,
      publicItemTitle: item.publicTitle,
      isItemPublic: item.isPublic,
      isMediaPublic: media.isPublic
    })
    .from(siteBlockAttachment)
    .leftJoin(item, eq(item.id, siteBlockAttachment.itemId))
    .leftJoin(media, eq(media.id, siteBlockAttachment.mediaId))
    .where(isOneOf(siteBlockAttachment.blockId, blockIds))
    .orderBy(asc(siteBlockAttachment.position), asc(siteBlockAttachment.id))
  return rows.map((row) => ({ ...row, isHidden: row.isItemPublic === false || row.isMediaPublic === false }))
}

function textsOfBlock ({ layout, data }: { layout: string, data: unknown }): string[] {
  const names = Object.hasOwn(TEXTS, layout) ? TEXTS[layout]! : []
  return namedTexts(data, names).map(textOfHtml)
}

/** The texts under some keys of an object, or of a list of objects. */
function namedTexts (data: unknown, names: readonly string[]): string[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === 'string') return names.includes(name) ? [member] : []
    return namedTexts(member, names)
  })
}
