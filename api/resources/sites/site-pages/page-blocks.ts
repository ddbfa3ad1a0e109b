import { and, asc, eq } from 'drizzle-orm'
import { flag } from '../../../../db/query/statements/dialect.js'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import { isMediaVisible, isVisible } from '../../../../db/query/statements/viewer.js'
import { media, resource, siteBlockAttachment, sitePageBlock } from '../../../../db/tables/index.js'
import { JsonLimitError, parseBoundedJson } from '../../../../files/streams/received-bytes.js'
import type { Payload } from '../../../core/calls/call.js'
import { ValidationError } from '../../../core/calls/errors.js'
import { isNumeric, isObject, optionalText, referencedId, toFlag, trim } from '../../../core/calls/given.js'
import { groupBy } from '../../../core/sequence/group-by.js'
import { Turns } from '../../../core/sequence/turns.js'
import type { WriteContext } from '../../definition/read-context.js'
import { attachedItem, attachedMedia, isAttachmentVisible } from '../../shared/site-contents.js'
import { MAX_CHARACTERS, type Fields } from '../../shared/writing/fields.js'
import { asStored } from '../../shared/writing/free-json.js'
import { withHiddenMembers } from '../../shared/writing/hidden-members.js'
import { insertRow } from '../../shared/writing/table-rows.js'

/** What providers answered (oEmbed), by the block of the payload that embeds it. */
export type Embedded = ReadonlyMap<object, unknown>

interface Attachment { itemId: number | null, mediaId: number | null, caption: string }

/** A block before it is stored. */
export interface Block { layout: string, data: unknown, layoutData: unknown, attachments: Attachment[] }

/** The block of a new page if the payload contains none. */
export const TITLE_BLOCK: Block = { layout: 'pageTitle', data: [], layoutData: null, attachments: [] }

const KEY = 'o:block'

/**
 * The blocks of a payload, in its order (docs/contract/admin-resources.md §7, Blocks). Members that are not objects
 * are skipped.
 *
 * @param embedded embed data for its `oembed` blocks.
 */
export async function givenBlocks (context: WriteContext, fields: Fields, embedded: Embedded): Promise<Block[]> {
  const blocks: Block[] = []
  const elements = fields.list(KEY, 'Blocks must be a list.') ?? []
  refuseTooMany(elements.length)
  const turns = new Turns()
  for (const given of elements) {
    if (!isObject(given)) continue
    await turns.next()
    const layout = layoutIn(given['o:layout'], fields)
    const data = blockData(given['o:data'])
    const layoutData = given['o:layout_data'] ?? null
    if (data === undefined) fields.errors.add(KEY, 'Block data must not be a scalar value.')
    if (layoutData !== null && !isObject(layoutData)) {
      fields.errors.add(KEY, 'Block layout data must not be a scalar value.')
    }
    const withEmbedded = { ...data, ...(embedded.has(given) && { oembed: embedded.get(given) }) }
    blocks.push({
      layout,
      data: asStored(dataOfLayout(layout, withEmbedded, context.files.purify)),
      layoutData: asStored(layoutData),
      attachments: await givenAttachments(context, given['o:attachment'], fields)
    })
  }
  return blocks
}

/**
 * Maximum number of blocks of a page: a page is represented as a whole, and some blocks require requests to providers.
 */
const MAX_BLOCKS = 1000

/** @throws ValidationError */
function refuseTooMany (blocks: number): void {
  if (blocks > MAX_BLOCKS) {
    throw ValidationError.of(KEY, `A page may have ${MAX_BLOCKS} blocks, there are ${blocks}.`)
  }
}

function layoutIn (given: unknown, { errors }: Fields): string {
  const layout = typeof given === 'string' ? given : ''
  if (layout === '') errors.add(KEY, 'All blocks must have a layout.')
  const max = MAX_CHARACTERS.code
  if ([...layout].length > max) errors.add(KEY, `A layout has at most ${max} characters.`)
  return layout
}

/**
 * An object or list, or the JSON text of one; undefined for anything else.
 *
 * @throws ValidationError if it is nested too deeply.
 */
function blockData (given: unknown): Record<string, unknown> | undefined {
  if (given === undefined) return {}
  if (typeof given !== 'string') return isObject(given) ? given : undefined
  try {
    const parsed = parseBoundedJson(given)
    return isObject(parsed) ? parsed : undefined
  } catch (error) {
    if (error instanceof JsonLimitError) throw ValidationError.of(KEY, `Block data cannot be read: ${error.message}.`)
    return undefined
  }
}

async function givenAttachments (context: WriteContext, given: unknown, { errors }: Fields): Promise<Attachment[]> {
  if (given === undefined || given === null) return []
  if (!isObject(given)) {
    errors.add(KEY, 'Attachments must be a list.')
    return []
  }
  const attachments: Attachment[] = []
  const turns = new Turns()
  for (const element of Object.values(given)) {
    if (!isObject(element)) continue
    await turns.next()
    const itemId = await visibleItem(context, referencedId(element['o:item']))
    const mediaId = itemId === null ? null : await mediaOf(context, itemId, referencedId(element['o:media']))
    attachments.push({ itemId, mediaId, caption: context.files.purify(optionalText(element['o:caption']) ?? '') })
  }
  return attachments
}

async function visibleItem ({ database, viewer }: WriteContext, given: unknown): Promise<number | null> {
  if (!isNumeric(given)) return null
  const [row] = await database.select({ id: resource.id }).from(resource)
    .where(and(eq(resource.id, Number(given)), eq(resource.kind, 'item'), isVisible(resource, viewer)))
  return row?.id ?? null
}

async function mediaOf ({ database, viewer }: WriteContext, itemId: number, given: unknown): Promise<number | null> {
  if (!isNumeric(given)) return null
  const [row] = await database.select({ id: media.id }).from(media).innerJoin(resource, eq(resource.id, media.id))
    .where(and(eq(media.id, Number(given)), eq(media.itemId, itemId), isMediaVisible(viewer)))
  return row?.id ?? null
}

/**
 * The blocks of a page after an update to those given. Attachments that the actor was not shown stay at their places
 * in their block. Blocks have no ids, so a block is taken for the first stored one of its layout and data that no block
 * before it was taken for, or, if its data has changed, for the first one of its layout. What was hidden in a block
 * that is gone, is gone with it.
 */
export async function withHiddenAttachments (
  { database, viewer }: WriteContext, pageId: number, given: readonly Block[]
): Promise<readonly Block[]> {
  const isShown = isAttachmentVisible(viewer)
  if (isShown === undefined) return given
  const { itemId, mediaId, caption, blockId } = siteBlockAttachment
  const attached = await database.select({ member: { itemId, mediaId, caption }, blockId, isShown: flag(isShown) })
    .from(siteBlockAttachment)
    .innerJoin(sitePageBlock, eq(sitePageBlock.id, blockId))
    .leftJoin(attachedItem, eq(attachedItem.id, itemId))
    .leftJoin(attachedMedia, eq(attachedMedia.id, mediaId))
    .where(eq(sitePageBlock.pageId, pageId)).orderBy(asc(siteBlockAttachment.position), asc(siteBlockAttachment.id))
  if (attached.every((row) => row.isShown === 1)) return given
  const stored = await database.select().from(sitePageBlock).where(eq(sitePageBlock.pageId, pageId))
    .orderBy(asc(sitePageBlock.position), asc(sitePageBlock.id))
  const attachmentsOf = groupBy(attached, (row) => row.blockId)
  const former = new Map<Block, typeof attached>()
  const taken = new Set<number>()
  const takeAlike = (keyOf: (block: Pick<Block, 'layout' | 'data'>) => string): void => {
    const left = groupBy(stored.filter(({ id }) => !taken.has(id)), keyOf)
    for (const block of given) {
      if (former.has(block)) continue
      const row = left.get(keyOf(block))?.shift()
      if (row === undefined) continue
      taken.add(row.id)
      former.set(block, attachmentsOf.get(row.id) ?? [])
    }
  }
  takeAlike(({ layout, data }) => JSON.stringify([layout, data]))
  takeAlike(({ layout }) => layout)
  return given.map((block) => {
    return { ...block, attachments: withHiddenMembers(block.attachments, former.get(block) ?? []) }
  })
}

/** Replaces the blocks of a page. */
export async function saveBlocks (
  context: Pick<WriteContext, 'database'>, pageId: number, blocks: readonly Block[]
): Promise<void> {
  const { database } = context
  await database.delete(sitePageBlock).where(eq(sitePageBlock.pageId, pageId))
  for (const [at, { attachments, ...block }] of blocks.entries()) {
    const blockId = await insertRow(context, sitePageBlock, { ...block, pageId, position: at + 1 })
    const rows = attachments.map((attachment, position) => ({ ...attachment, blockId, position: position + 1 }))
    await insertRows(database, siteBlockAttachment, rows)
  }
}

/** Keys that blocks of IIIF viewers always have (docs/contract/admin-resources.md §7, core layouts). */
const VIEWER_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['iiifPresentation', ['manifest_url', 'title', 'show_title']],
  ['iiifImage', ['image_url', 'title', 'show_title']]
])

/**
 * Converts the data of a block for storage: some layouts add keys or sanitise HTML; data of unknown layouts is
 * unchanged.
 */
export function dataOfLayout (
  layout: string, data: Record<string, unknown>, purify: (html: string) => string
): unknown {
  if (layout === 'html') return { ...data, html: purify(optionalText(data.html) ?? '') }
  const keys = VIEWER_KEYS.get(layout)
  if (keys === undefined) return data
  return {
    ...data,
    ...Object.fromEntries(keys.map((key) => [key, typeof data[key] === 'string' ? trim(data[key]) : null]))
  }
}

/**
 * Fetches the embed data of every `oembed` block whose URL is new, or that has `refresh` set
 * (docs/contract/admin-resources.md §7, core layouts).
 *
 * @throws ValidationError under `oembed-url` if a provider is not allowed or does not respond.
 */
export async function embedBlocks ({ files }: WriteContext, { 'o:block': blocks }: Payload): Promise<Embedded> {
  const embedded = new Map<object, unknown>()
  const elements = isObject(blocks) ? Object.values(blocks) : []
  refuseTooMany(elements.length)
  for (const block of elements) {
    if (!isObject(block) || block['o:layout'] !== 'oembed') continue
    const { url, url_old: formerUrl = url, oembed, refresh } = blockData(block['o:data']) ?? {}
    if (typeof url !== 'string' || url === '' || (isObject(oembed) && url === formerUrl && !toFlag(refresh))) continue
    const media = { ingester: 'oembed', source: url, data: null }
    embedded.set(block, await files.updateData(media, { refresh_oembed: true }).catch((error: unknown) => {
      throw error instanceof ValidationError
        ? new ValidationError({ 'oembed-url': Object.values(error.errors).flat() })
        : error
    }))
  }
  return embedded
}
