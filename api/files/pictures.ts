import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { IDS, prepared, rowsFor } from '../../db/query/statements/prepared.js'
import { ordered } from '../../db/query/conditions/order.js'
import { isTargetVisible, isVisible, shownTitle, type Viewer } from '../../db/query/statements/viewer.js'
import { inDialect, isOneOf } from '../../db/query/statements/dialect.js'
import type { Database } from '../../db/query/statements/database.js'
import { asset, item, itemItemSet, media, resource, type ResourceKind } from '../../db/tables/index.js'
import type { ThumbnailType } from '../../files/types/names.js'
import { BASE } from '../core/answers/base.js'
import { fileAddress } from '../core/answers/addresses.js'
import { inOrder, groupBy } from '../core/sequence/group-by.js'

/** Context for loading thumbnails. */
export interface PictureContext {
  readonly database: Database
  readonly viewer: Viewer
  /** Prefix of the URLs of stored files. */
  readonly filesBase: string
  /** Order of media by item before a write, which the answer to that write still shows. Absent: by position. */
  readonly mediaOrder?: ReadonlyMap<number, readonly number[]>
  /** Item whose chosen primary media a write has deleted; the answer to that write shows none in its place. */
  readonly withoutPrimary?: number | undefined
}

/** The columns of a media from which its thumbnail URLs are made. */
export interface Picture {
  mediaId: number
  itemId: number
  title: string
  mediaType: string | null
  storageId: string | null
  hasThumbnails: boolean
  /** URL of the asset that a user chose as the media's thumbnail. */
  customUrl: string | null
}

export const UNTITLED = '[Untitled]'

/** The visible media of items, and the primary media of resources. */
export interface Pictures {
  /** By item, in the order of their positions. */
  ofItem: Map<number, Picture[]>
  /** Primary media by resource (docs/contract/resources.md §1); absent where the viewer sees none. */
  primary: Map<number, Picture>
  /** Explicitly chosen primary media by item; for other items it is the first one. */
  chosen: ReadonlyMap<number, number>
}

/** Loads the media and thumbnails of resources with a fixed number of queries. */
export async function loadPictures (
  context: PictureContext,
  resources: ReadonlyArray<{ id: number; kind: ResourceKind }>
): Promise<Pictures> {
  const ids = { item: new Set<number>(), item_set: new Set<number>(), media: new Set<number>() }
  for (const { id, kind } of resources) if (kind !== 'value_annotation') ids[kind].add(id)
  const firstItems = new Map<number, number>()
  for (const { setId, itemId } of await rowsFor(firstItemOf, context, [...ids.item_set])) {
    if (itemId !== null) firstItems.set(setId, itemId)
  }
  const itemIds = [...new Set([...ids.item, ...firstItems.values()])]
  const [choices, mediaOfItems] = await Promise.all([
    rowsFor(chosenMedia, context, itemIds), rowsFor(picturesBy.item, context, itemIds)
  ])
  const chosen = new Map(choices.map((row) => [row.id, row.mediaId!]))
  const others = await rowsFor(picturesBy.media, context, [...new Set([...ids.media, ...chosen.values()])])
  const byId = new Map(others.map((row) => [row.mediaId, pictureOf(context, row)]))

  const ofItem = groupBy(mediaOfItems.map((row) => pictureOf(context, row)), (picture) => picture.itemId)
  for (const [itemId, order] of context.mediaOrder ?? []) {
    ofItem.set(itemId, inOrder(ofItem.get(itemId) ?? [], (picture) => picture.mediaId, order))
  }
  const primaryOf = (itemId: number): Picture | undefined => {
    const mediaId = chosen.get(itemId)
    return mediaId === undefined ? ofItem.get(itemId)?.[0] : byId.get(mediaId)
  }
  const primary = new Map<number, Picture>()
  for (const { id, kind } of resources) {
    const itemId = kind === 'item' ? id : firstItems.get(id)
    const picture = kind === 'media' ? byId.get(id) : itemId === undefined ? undefined : primaryOf(itemId)
    if (picture !== undefined && id !== context.withoutPrimary) primary.set(id, picture)
  }
  return { ofItem, primary, chosen }
}

const query = new QueryBuilder()

/** The first visible item of each set: the set is shown with that item's picture, or with none. */
const firstItemOf = prepared((database, viewer) => {
  // The index is sorted by set and item, so LIMIT 1 is fast even for large sets.
  const first = query.select({ id: itemItemSet.itemId }).from(itemItemSet)
    .innerJoin(resource, eq(resource.id, itemItemSet.itemId))
    .where(and(eq(itemItemSet.itemSetId, sql`sets.value`), isVisible(resource, viewer)))
    .orderBy(itemItemSet.itemId).limit(1)
  return database.select({ setId: sql<number>`sets.value`, itemId: sql<number | null>`${first}` })
    .from(sql`(${inDialect((dialect) => dialect.rowsOf(IDS))}) AS sets`).prepare()
})

const chosenMedia = prepared((database) => database.select({ id: item.id, mediaId: item.primaryMediaId }).from(item)
  .where(and(isOneOf(item.id, IDS), isNotNull(item.primaryMediaId))).prepare())

/** Visible media, by item or by id, in display order. */
const pictures = (by: typeof media.itemId | typeof media.id) => prepared((database, viewer) => database.select({
  mediaId: media.id,
  itemId: media.itemId,
  title: shownTitle(viewer),
  source: media.source,
  mediaType: media.mediaType,
  storageId: media.storageId,
  hasThumbnails: media.hasThumbnails,
  assetStorageId: asset.storageId,
  assetExtension: asset.extension
}).from(media).innerJoin(resource, eq(resource.id, media.id)).leftJoin(asset, eq(asset.id, resource.thumbnailId))
  .where(and(isOneOf(by, IDS), isTargetVisible(viewer)))
  .orderBy(media.itemId, ordered(media.position, 'asc'), media.id).prepare())
const picturesBy = { item: pictures(media.itemId), media: pictures(media.id) }

type PictureRow = Awaited<ReturnType<ReturnType<typeof picturesBy.item>['all']>>[number]

function pictureOf (
  context: PictureContext, { title, source, assetStorageId, assetExtension, ...row }: PictureRow
): Picture {
  return {
    ...row,
    title: title ?? source ?? UNTITLED,
    customUrl: assetStorageId === null ? null : fileAddress(context, 'asset', assetStorageId, assetExtension)
  }
}

/** URL of the media's own thumbnail, or of the placeholder for its media type. */
export function thumbnailUrl (
  context: PictureContext,
  name: ThumbnailType,
  { hasThumbnails, storageId, mediaType }: Pick<Picture, 'hasThumbnails' | 'storageId' | 'mediaType'>
): string {
  if (hasThumbnails && storageId !== null) return fileAddress(context, name, storageId, 'jpg')
  const [kind] = (mediaType ?? '').split('/')
  return `${BASE}/application/asset/thumbnails/${kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'default'}.png`
}

/** `thumbnail_display_urls`: of the resource's own asset, otherwise of its primary media, otherwise nulls. */
export function thumbnailDisplayUrls (
  context: PictureContext,
  ownAssetUrl: string | null,
  picture: Picture | undefined
): Record<ThumbnailType, string | null> {
  const url = (name: ThumbnailType): string | null =>
    ownAssetUrl ?? (picture === undefined ? null : (picture.customUrl ?? thumbnailUrl(context, name, picture)))
  return { large: url('large'), medium: url('medium'), square: url('square') }
}
