import { asc, eq, inArray } from 'drizzle-orm'
import { sortKey } from '../../../../db/keys/collation/index.js'
import { site, siteBlockAttachment, sitePage, sitePageBlock } from '../../../../db/tables/index.js'
import { isObject } from '../../../core/calls/given.js'
import { MAX_CHARACTERS } from '../../../resources/shared/writing/fields.js'
import { asStored } from '../../../resources/shared/writing/free-json.js'
import { dataOfLayout, saveBlocks } from '../../../resources/sites/site-pages/page-blocks.js'
import { isEmpty, type LineFields } from '../read/line-fields.js'
import { date, flag, part, place, required, requiredReference, text } from './fields.js'
import { plainType } from './plain-type.js'
import { htmlIn } from './resources.js'
import { created, slug } from './sites.js'

const ATTACHED_ITEM = place('o:attachment: o:item', ['items'])
const ATTACHED_MEDIA = place('o:attachment: o:media', ['media'])

/** docs/contract/admin-resources.md §7 */
export const pages = plainType({
  table: sitePage,
  fields: {
    siteId: requiredReference('o:site', 'sites', 'a reference to the site of the page'),
    slug,
    title: required('o:title', MAX_CHARACTERS.name),
    isPublic: flag('o:is_public', true),
    layout: text('o:layout', MAX_CHARACTERS.label),
    layoutData: {
      key: 'o:layout_data',
      read (fields: LineFields): unknown {
        const given = fields.object('o:layout_data') ?? null
        return isEmpty(given) ? null : given
      },
      column: (data: unknown) => data === null ? null : asStored(data)
    },
    created,
    modified: date('o:modified'),
    blocks: part('o:block', (fields) => fields.members('o:block', readBlock))
  },
  existing: 'taken',
  // Unique within its site.
  namesOf: (content) => [{ key: 'o:slug', name: `${content.siteId} ${sortKey(content.slug)}` }],
  htmlOf: ({ blocks }) => blocks.flatMap(({ layout, data, attachments }) => [
    ...(layout === 'html' ? htmlIn(data) : []), ...attachments.map(({ caption }) => caption)
  ]),
  referencesOf: ({ blocks }) => blocks.flatMap(({ attachments }) => attachments).flatMap(({ itemId, mediaId }) => [
    ...itemId === null ? [] : [{ place: ATTACHED_ITEM, id: itemId }],
    ...mediaId === null ? [] : [{ place: ATTACHED_MEDIA, id: mediaId }]
  ]),
  async saveParts ({ database, id: pageId, foreignId, content, ids, before, writing }) {
    const { homepages, services: { files: { purify } } } = writing
    await saveBlocks({ database }, pageId, content.blocks.map(({ layout, data, layoutData, attachments }) => ({
      layout,
      data: asStored(isObject(data) ? dataOfLayout(layout, data, purify) : data),
      layoutData: asStored(layoutData),
      attachments: attachments.map(({ itemId, mediaId, caption }) => ({
        itemId: ids.get('resources', itemId), mediaId: ids.get('resources', mediaId), caption: purify(caption)
      }))
    })))
    if (before !== undefined || !homepages.has(foreignId)) return
    await database.update(site).set({ homepageId: pageId }).where(eq(site.id, ids.get('sites', content.siteId)!))
  },
  async partsOf (database, pageId) {
    const blocks = await database.select().from(sitePageBlock).where(eq(sitePageBlock.pageId, pageId))
      .orderBy(asc(sitePageBlock.position))
    const attachments = await database.select().from(siteBlockAttachment)
      .where(inArray(siteBlockAttachment.blockId, blocks.map(({ id }) => id))).orderBy(asc(siteBlockAttachment.id))
    return [blocks.map(({ id, ...block }) => block), attachments.map(({ id, blockId, ...row }) => row)]
  }
})

function readBlock (block: LineFields) {
  return {
    layout: block.required('o:layout', MAX_CHARACTERS.code),
    data: (block.object('o:data') ?? []) as unknown,
    layoutData: block.object('o:layout_data') ?? null,
    attachments: block.members('o:attachment', (attachment) => ({
      itemId: attachment.reference('o:item'),
      mediaId: attachment.reference('o:media'),
      caption: attachment.text('o:caption') ?? ''
    }))
  }
}
