import { asc, eq, inArray } from 'drizzle-orm'
import { sortKey } from '../../../../db/keys/collation/index.js'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import type { Database } from '../../../../db/query/statements/database.js'
import {
  site, siteBlockAttachment, siteItemSet, sitePage, sitePageBlock, sitePermission
} from '../../../../db/tables/index.js'
import { now } from '../../../core/answers/dates.js'
import { isObject } from '../../../core/calls/payload.js'
import { saveItemSets } from '../../../resources/sites/site-members.js'
import { dataOfLayout } from '../../../resources/sites/site-pages/block-layouts.js'
import { saveBlocks, type Block } from '../../../resources/sites/site-pages/page-blocks.js'
import { asStored } from '../../../resources/shared/writing/free-json.js'
import { isId } from '../read/line-fields.js'
import type { CollectionRecord } from '../read/record.js'
import type { TransferContext } from './context.js'
import type { PlainWriter } from './plain.js'
import type { Resolved } from './resolve.js'

export const siteWriter: PlainWriter<'sites'> = {
  updatesMatched: false,
  // Set when the page is written.
  volatile: ['homepageId'],
  /** Reserves ids for the pages in the navigation. */
  async prepare (database, { content: { navigation } }, context) {
    const ids = [...new Set(navigation.flatMap(pagesIn))].filter((id) => !context.pages.has(id))
    const entries = await context.map.load(database, 'site_pages', ids)
    for (const id of ids) {
      const known = entries.get(id)
      if (known !== undefined) context.pages.set(id, known.localId)
      else if (context.checked.ids.has('site_pages', id)) await reservePage(database, id, context)
    }
  },
  columns ({ content }, resolved, { pages }) {
    const { slug, theme, title, summary, itemPool, isPublic, assignNewItems, created, modified } = content
    return {
      slug,
      slugKey: sortKey(slug),
      theme,
      title,
      titleKey: sortKey(title),
      summary,
      thumbnailId: resolved.get('assets', content.thumbnailId),
      navigation: content.navigation.map((link) => linked(link, pages)),
      homepageId: resolved.get('site_pages', content.homepageId),
      itemPool: asStored(itemPool),
      ownerId: resolved.get('users', content.ownerId),
      isPublic,
      assignNewItems,
      created: created ?? now(),
      modified
    }
  },
  async saveParts (database, siteId, record, resolved) {
    const { permissions, itemSets } = record.content
    await database.delete(sitePermission).where(eq(sitePermission.siteId, siteId))
    const rows = permissions.flatMap(({ userId: given, role }) => {
      const userId = resolved.get('users', given)
      return userId === null ? [] : [{ siteId, userId, role }]
    })
    await insertRows(database, sitePermission, [...new Map(rows.map((row) => [row.userId, row])).values()])
    const sets = itemSets.flatMap((id) => resolved.get('resources', id) ?? [])
    await saveItemSets({ database } as Parameters<typeof saveItemSets>[0], siteId, sets)
  },
  async partsOf (database, siteId) {
    const permissions = await database.select({ userId: sitePermission.userId, role: sitePermission.role })
      .from(sitePermission).where(eq(sitePermission.siteId, siteId)).orderBy(asc(sitePermission.id))
    const sets = await database.select({ id: siteItemSet.itemSetId }).from(siteItemSet)
      .where(eq(siteItemSet.siteId, siteId)).orderBy(asc(siteItemSet.position))
    return [permissions, sets]
  }
}

export const pageWriter: PlainWriter<'site_pages'> = {
  updatesMatched: false,
  columns ({ content }, resolved) {
    const { slug, title, isPublic, layout, layoutData, created, modified } = content
    return {
      siteId: resolved.get('sites', content.siteId)!,
      slug,
      slugKey: sortKey(slug),
      title,
      titleKey: sortKey(title),
      isPublic,
      layout,
      layoutData: layoutData === null ? null : asStored(layoutData),
      created: created ?? now(),
      modified
    }
  },
  async saveParts (database, pageId, record, resolved, context) {
    await saveBlocks({ database }, pageId, blocksOf(record, resolved, context))
  },
  async afterCreate (database, pageId, { id, content }, resolved, { homepages }) {
    if (!homepages.has(id)) return
    const siteId = resolved.get('sites', content.siteId)!
    await database.update(site).set({ homepageId: pageId }).where(eq(site.id, siteId))
  },
  async partsOf (database, pageId) {
    const blocks = await database.select().from(sitePageBlock).where(eq(sitePageBlock.pageId, pageId))
      .orderBy(asc(sitePageBlock.position))
    const attachments = await database.select().from(siteBlockAttachment)
      .where(inArray(siteBlockAttachment.blockId, blocks.map(({ id }) => id))).orderBy(asc(siteBlockAttachment.id))
    return [blocks.map(({ id, ...block }) => block), attachments.map(({ id, blockId, ...row }) => row)]
  }
}

function blocksOf (
  { content }: CollectionRecord<'site_pages'>, resolved: Resolved, { services }: TransferContext
): Block[] {
  const purify = services.files.purify
  return content.blocks.map(({ layout, data, layoutData, attachments }) => ({
    layout,
    data: asStored(isObject(data) ? dataOfLayout(layout, data, purify) : data),
    layoutData: asStored(layoutData),
    attachments: attachments.map(({ itemId, mediaId, caption }) => ({
      itemId: resolved.get('resources', itemId),
      mediaId: resolved.get('resources', mediaId),
      caption: purify(caption)
    }))
  }))
}

/** The pages to which a link and its nested links lead. */
function pagesIn (link: unknown): number[] {
  if (!isObject(link)) return []
  const below = Array.isArray(link.links) ? link.links.flatMap(pagesIn) : []
  const id = link.type === 'page' && isObject(link.data) ? Number(link.data.id) : NaN
  return isId(id) ? [id, ...below] : below
}

/** A link with the page ids of this installation. */
function linked (link: unknown, pages: ReadonlyMap<number, number>): unknown {
  if (!isObject(link)) return link
  const { type, data, links } = link
  const page = type === 'page' && isObject(data) ? pages.get(Number(data.id)) : undefined
  const isMoved = page !== undefined && isObject(data) && page !== Number(data.id)
  return {
    ...link,
    ...(isMoved && { data: { ...data, id: page } }),
    ...(Array.isArray(links) && { links: links.map((below) => linked(below, pages)) })
  }
}

/** Reserves the id of a page that is written later. */
async function reservePage (database: Database, id: number, context: TransferContext): Promise<void> {
  const taken = await database.select({ id: sitePage.id }).from(sitePage).where(eq(sitePage.id, id))
  const localId = context.mayKeep('site_pages', id) && taken.length === 0
    ? id
    : await context.lastId(database, 'site_pages') + 1
  await context.map.save(
    database, 'site_pages', [{ foreignId: id, localId, digest: null, state: null, isMatched: false }]
  )
  context.pages.set(id, localId)
}

/** Inserts private rows for sites whose lines come later, because items belong to them. */
export async function reserveSites (
  database: Database, ids: readonly number[], resolved: Resolved, context: TransferContext
): Promise<void> {
  for (const id of ids) {
    if (!context.checked.ids.has('sites', id) || resolved.get('sites', id) !== null) continue
    const taken = await database.select({ id: site.id }).from(site).where(eq(site.id, id))
    const localId = context.mayKeep('sites', id) && taken.length === 0 ? id : await context.lastId(database, 'sites') + 1
    const slug = `transfer-${context.source.id}-${id}`
    await database.insert(site).values({
      id: localId,
      slug,
      slugKey: sortKey(slug),
      theme: 'default',
      title: slug,
      titleKey: sortKey(slug),
      navigation: [],
      itemPool: [],
      isPublic: false,
      assignNewItems: false,
      created: now()
    })
    await context.map.save(
      database, 'sites', [{ foreignId: id, localId, digest: null, state: null, isMatched: false }]
    )
    resolved.set('sites', id, localId)
  }
}
