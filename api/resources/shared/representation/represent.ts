import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { bindings, IDS, prepared, preparedRows, rowsFor } from '../../../../db/query/statements/prepared.js'
import { isVisible, titleFor } from '../../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import {
  asset, itemItemSet, itemSet, itemSite, media, resource, value, type ResourceKind
} from '../../../../db/tables/index.js'
import type { Representation } from '../../../core/answers/answer.js'
import { BASE } from '../../../core/answers/base.js'
import { deletedReference, envelope, fileAddress, reference, TYPE_OF_KIND } from '../../../core/answers/addresses.js'
import { typedDate } from '../../../core/answers/dates.js'
import { addToGroup } from '../../../core/sequence/group-by.js'
import { REVERSE } from '../../../core/answers/linked-answer.js'
import { Links } from '../../../core/answers/links.js'
import { mediaAdditions, mediaBlock } from './media.js'
import { loadPictures, thumbnailDisplayUrls, type Picture, type Pictures } from '../../../files/pictures.js'
import type { ReadContext } from '../../definition/read-context.js'
import { isVisibleSite } from '../site-contents.js'
import { PATCH_ABOVE_LINKS, loadReverse } from './reverse.js'
import { linksOf, loadValues, LONG_BYTES, LongTextsError, representValues } from '../../../values/represent.js'

const TYPES: Record<ResourceKind, string> = {
  item: 'o:Item',
  item_set: 'o:ItemSet',
  media: 'o:Media',
  value_annotation: 'o:ValueAnnotation'
}

/**
 * Represents items, item sets, media and value annotations as JSON-LD, by id (docs/contract/resources.md §1–§4), in a
 * fixed number of queries. Ids that do not exist are left out. The caller has checked that the viewer may see them.
 * @throws LongTextsError for several resources with long texts.
 */
export async function representResources (
  context: ReadContext,
  ids: readonly number[]
): Promise<Map<number, Representation>> {
  const found = await loadRows(context, ids)
  const hasReverse = !(context.withoutReverse || context.isDeleted === true)
  const many = await loadManyLinks(context, hasReverse ? found : [])
  const itemIds: number[] = []
  const mediaIds: number[] = []
  for (const { id, kind } of found) {
    if (kind === 'item') itemIds.push(id)
    else if (kind === 'media') mediaIds.push(id)
  }
  const linked = hasReverse ? found.filter(({ id, links }) => links > 0 && !many.has(id)).map(({ id }) => id) : []
  const thumbnailIds = found.flatMap(({ thumbnailId }) => thumbnailId ?? [])
  // Independent of each other, so a remote database receives all queries at once. Media and assets are not joined: most
  // resources have none, and each column costs time, even if it is null.
  const [mediaRows, setRows, siteRows, assetRows, values, reverse] = await Promise.all([
    loadMedia(context, mediaIds, found.length > 1), rowsFor(setsOf, context, itemIds),
    rowsFor(sitesOf, context, itemIds), rowsFor(assetsOf, context, thumbnailIds), loadValues(context, found),
    linked.length === 0 ? new Map<number, Representation>() : loadReverse(context, linked)
  ])
  const media = byId(mediaRows)
  // Another process may have deleted a media since its row was read.
  const rows = found.filter(({ id, kind }) => kind !== 'media' || media.has(id))
  const pictures = await loadPictures(context, [...rows, ...linksOf(values)])
  const parts: Parts = {
    pictures,
    sets: idsOf(setRows),
    sites: idsOf(siteRows),
    media,
    assets: byId(assetRows),
    values: representValues(context, values, pictures),
    reverse,
    many
  }
  const represented = new Map<number, Representation>()
  for (const row of rows) represented.set(row.id, represent(context, row, parts))
  return represented
}

/** The links to resources with many links, if they are to be represented as `Links`. */
async function loadManyLinks ({ manyLinks }: ReadContext, rows: readonly Row[]): Promise<Map<number, Links>> {
  const linked = manyLinks === undefined ? [] : rows.filter(({ links }) => links > PATCH_ABOVE_LINKS)
  return new Map(await Promise.all(linked.map(async ({ id }) => [id, await manyLinks!(id)] as const)))
}

interface Parts {
  pictures: Pictures
  sets: Map<number, number[]>
  sites: Map<number, number[]>
  media: Map<number, MediaRow>
  assets: Map<number, AssetRow>
  values: Map<number, Representation>
  reverse: Map<number, Representation>
  many: Map<number, Links>
}

interface Row {
  id: number
  kind: ResourceKind
  ownerId: number | null
  classId: number | null
  templateId: number | null
  thumbnailId: number | null
  title: string | null
  isPublic: boolean
  created: number
  modified: number | null
  /** For item sets only. */
  isOpen: boolean
  /** Number of values that link to it, visible or not, counted up to `PATCH_ABOVE_LINKS` + 1. */
  links: number
}

type Columns = [
  id: number, kind: ResourceKind, ownerId: number | null, classId: number | null, templateId: number | null,
  thumbnailId: number | null, title: string | null, isPublic: number, created: number, modified: number | null,
  isOpen: number | null, links: number
]

const query = new QueryBuilder()
const links = sql<number>`(SELECT count(*) FROM (${query.select({ one: sql`1`.as('one') }).from(value)
  .where(eq(value.linkedId, resource.id)).limit(sql.raw(String(PATCH_ABOVE_LINKS + 1)) as unknown as number)}) AS few)`
const rowsOf = preparedRows<Columns>((viewer) => [
  resource.id, resource.kind, resource.ownerId, resource.classId, resource.templateId, resource.thumbnailId,
  titleFor(viewer), resource.isPublic, resource.created, resource.modified, itemSet.isOpen, links
], (columns) => query.select(columns).from(resource).leftJoin(itemSet, eq(itemSet.id, resource.id))
  .where(isOneOf(resource.id, IDS)))

type MediaRow = typeof media.$inferSelect
const mediaOf = prepared((database) => database.select().from(media).where(isOneOf(media.id, IDS)).prepare())

const isLong = sql`coalesce(octet_length(${media.data}), 0) > ${sql.raw(String(LONG_BYTES))}`
const shortMediaOf = prepared((database) => database.select({
  ...getTableColumns(media),
  data: sql<unknown>`CASE WHEN ${isLong} THEN NULL ELSE ${media.data} END`.mapWith(media.data),
  isLong: sql<number>`CASE WHEN ${isLong} THEN 1 ELSE 0 END`
}).from(media).where(isOneOf(media.id, IDS)).prepare())

/** @throws LongTextsError if the data of a media, such as a IIIF manifest, is long and `isBounded`. */
async function loadMedia (context: ReadContext, ids: readonly number[], isBounded: boolean): Promise<MediaRow[]> {
  if (!isBounded) return await rowsFor(mediaOf, context, ids)
  const rows = await rowsFor(shortMediaOf, context, ids)
  if (rows.some(({ isLong }) => isLong === 1)) throw new LongTextsError()
  return rows
}

type AssetRow = Pick<typeof asset.$inferSelect, 'id' | 'storageId' | 'extension'>
const assetsOf = prepared((database) => database
  .select({ id: asset.id, storageId: asset.storageId, extension: asset.extension })
  .from(asset).where(isOneOf(asset.id, IDS)).prepare())

const setsOf = prepared((database, viewer) => database.select({ of: itemItemSet.itemId, id: itemItemSet.itemSetId })
  .from(itemItemSet)
  .innerJoin(resource, eq(resource.id, itemItemSet.itemSetId))
  .where(and(isOneOf(itemItemSet.itemId, IDS), isVisible(resource, viewer)))
  .orderBy(asc(itemItemSet.itemSetId)).prepare())

// Not limited by the viewer's own rights: all viewers who see every resource share one cached representation.
const sitesOf = prepared((database, viewer) => database.select({ of: itemSite.itemId, id: itemSite.siteId })
  .from(itemSite)
  .where(and(isOneOf(itemSite.itemId, IDS), viewer.viewsAll ? undefined : isVisibleSite(itemSite.siteId, viewer)))
  .orderBy(asc(itemSite.siteId)).prepare())

async function loadRows ({ database, viewer }: ReadContext, ids: readonly number[]): Promise<Row[]> {
  const rows = await rowsOf(database, viewer, bindings(ids, viewer))
  return rows.map((row) => {
    const [id, kind, ownerId, classId, templateId, thumbnailId, title, isPublic, created, modified, isOpen,
      links] = row
    return {
      id,
      kind,
      ownerId,
      classId,
      templateId,
      thumbnailId,
      title,
      isPublic: isPublic === 1,
      created,
      modified,
      isOpen: isOpen === 1,
      links
    }
  })
}

function byId<R extends { id: number }> (rows: readonly R[]): Map<number, R> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** Ids of related rows, by id of the resource. */
function idsOf (rows: ReadonlyArray<{ of: number, id: number }>): Map<number, number[]> {
  const ids = new Map<number, number[]>()
  for (const { of, id } of rows) addToGroup(ids, of, id)
  return ids
}

function represent (context: ReadContext, row: Row, parts: Parts): Representation {
  const { terms } = context
  const { id, kind, classId, thumbnailId } = row
  const picture = primaryOf(context, row, parts)
  const thumbnail = thumbnailId === null ? undefined : parts.assets.get(thumbnailId)
  const media = parts.media.get(id)
  const classTerm = classId === null ? undefined : terms.classes.byId.get(classId)?.term
  const type = TYPES[kind]
  const representation: Representation = envelope(
    TYPE_OF_KIND[kind], classTerm === undefined ? type : [type, classTerm], id
  )
  representation['o:is_public'] = row.isPublic
  representation['o:owner'] = reference('users', row.ownerId)
  representation['o:resource_class'] = reference('resource_classes', classId)
  representation['o:resource_template'] = reference('resource_templates', row.templateId)
  representation['o:thumbnail'] = reference('assets', thumbnailId)
  representation['o:title'] = row.title
  representation.thumbnail_display_urls = thumbnailDisplayUrls(
    context,
    thumbnail === undefined ? null : fileAddress(context, 'asset', thumbnail.storageId, thumbnail.extension),
    picture
  )
  representation['o:created'] = typedDate(row.created)
  representation['o:modified'] = typedDate(row.modified)
  addMembers(representation, block(context, row, picture, parts))
  addMembers(representation, parts.values.get(id))
  const reverse = parts.many.get(id) ?? parts.reverse.get(id)
  if (reverse !== undefined && !(reverse instanceof Links && reverse.count === 0)) representation[REVERSE] = reverse
  if (media !== undefined) addMembers(representation, mediaAdditions(media))
  return representation
}

/** Several times as fast as spreading both into a new object. */
function addMembers (representation: Representation, members: Representation | undefined): void {
  if (members === undefined) return
  for (const key of Object.keys(members)) representation[key] = members[key]
}

/**
 * The primary media. As in the reference application, it is shown for a deleted item unless it was explicitly chosen.
 */
function primaryOf (
  { isDeleted }: ReadContext,
  { id, kind }: Row,
  { pictures }: Parts
): Picture | undefined {
  return isDeleted === true && kind === 'item' && pictures.chosen.has(id) ? undefined : pictures.primary.get(id)
}

/** The members that only resources of this kind have. */
function block (context: ReadContext, row: Row, picture: Picture | undefined, parts: Parts): Representation {
  const { id, kind } = row
  const { pictures, sets, sites } = parts
  switch (kind) {
    case 'item': return {
      'o:primary_media': picture === undefined ? null : mediaReference(context, picture),
      'o:media': (pictures.ofItem.get(id) ?? []).map((each) => mediaReference(context, each)),
      'o:item_set': (sets.get(id) ?? []).map((setId) => reference('item_sets', setId)),
      'o:site': (sites.get(id) ?? []).map((siteId) => reference('sites', siteId))
    }
    case 'item_set': return { 'o:is_open': row.isOpen, 'o:items': { '@id': `${BASE}/api/items?item_set_id=${id}` } }
    case 'media': return mediaBlock(context, parts.media.get(id)!, row.ownerId, parts.values.get(id))
    case 'value_annotation': return {}
  }
}

/** A media of an item; it is deleted with the item. */
function mediaReference ({ isDeleted }: ReadContext, { mediaId }: Picture): Representation | null {
  return isDeleted === true ? deletedReference('media') : reference('media', mediaId)
}
