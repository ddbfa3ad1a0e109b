import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import { bindings, IDS, prepared } from '../../../db/prepared.js'
import { shownTitle } from '../../../db/search/titles.js'
import { isVisible } from '../../../db/search/viewer.js'
import { isOneOf } from '../../../db/words.js'
import {
  asset, item, itemItemSet, itemSet, itemSite, media, resource, type ResourceKind
} from '../../../db/tables/index.js'
import { BASE, type Representation } from '../../answer.js'
import { deletedReference, envelope, fileAddress, reference } from '../../addresses.js'
import { typedDate } from '../../dates.js'
import { groupBy } from '../../group-by.js'
import { mediaAdditions, mediaBlock } from '../media/represent.js'
import { withoutHiddenValues } from '../media/stored-payload.js'
import { loadPictures, thumbnailDisplayUrls, type Picture, type Pictures } from '../../files/pictures.js'
import { seesPrivateValues } from '../../access/sees.js'
import type { ReadContext } from '../../read-context.js'
import { isVisibleSite } from './site-contents.js'
import { loadReverse } from './reverse.js'
import { linksOf, loadValues, representValues } from '../../values/represent.js'

const TYPES: Record<ResourceKind, string> = {
  item: 'o:Item',
  item_set: 'o:ItemSet',
  media: 'o:Media',
  value_annotation: 'o:ValueAnnotation'
}

/**
 * Represents items, item sets, media and value annotations as JSON-LD, by id (docs/contract/resources.md §1–§4), in a
 * fixed number of queries. Ids that do not exist are left out. The caller has checked that the viewer may see them.
 */
export async function representResources (
  context: ReadContext,
  ids: readonly number[]
): Promise<Map<number, Representation>> {
  const rows = await loadRows(context, ids)
  const kinds = rows.map(({ resource: { id, kind } }) => ({ id, kind }))
  const itemIds = kinds.filter(({ kind }) => kind === 'item').map(({ id }) => id)
  const hasReverse = !(context.withoutReverse || context.isDeleted === true)
  // None of them needs another one: a database elsewhere is asked for all of them at once.
  const [values, sets, sites, reverse] = await Promise.all([
    loadValues(context, rows.map((row) => row.resource)), loadSets(context, itemIds), loadSites(context, itemIds),
    hasReverse ? loadReverse(context, ids) : new Map<number, Representation>()
  ])
  const pictures = await loadPictures(context, [...kinds, ...linksOf(values)])
  const parts: Parts = { pictures, sets, sites, reverse, values: representValues(context, values, pictures) }
  return new Map(rows.map((row) => [row.resource.id, represent(context, row, parts)]))
}

interface Parts {
  pictures: Pictures
  sets: Map<number, number[]>
  sites: Map<number, number[]>
  values: Map<number, Representation>
  reverse: Map<number, Representation>
}

type Row = Awaited<ReturnType<typeof loadRows>>[number]

const {
  id, kind, ownerId, classId, templateId, thumbnailId, isPublic, created, modified
} = getTableColumns(resource)
const shown = { id, kind, ownerId, classId, templateId, thumbnailId, isPublic, created, modified }

const rowsOf = prepared((database, viewer) => database
  .select({
    resource: shown,
    title: shownTitle(viewer),
    primaryMediaId: item.primaryMediaId,
    isOpen: itemSet.isOpen,
    media,
    asset
  })
  .from(resource)
  .leftJoin(item, eq(item.id, resource.id))
  .leftJoin(itemSet, eq(itemSet.id, resource.id))
  .leftJoin(media, eq(media.id, resource.id))
  .leftJoin(asset, eq(asset.id, resource.thumbnailId))
  .where(isOneOf(resource.id, IDS)).prepare())

const setsOf = prepared((database, viewer) => database.select({ of: itemItemSet.itemId, id: itemItemSet.itemSetId })
  .from(itemItemSet)
  .innerJoin(resource, eq(resource.id, itemItemSet.itemSetId))
  .where(and(isOneOf(itemItemSet.itemId, IDS), isVisible(resource, viewer)))
  .orderBy(asc(itemItemSet.itemSetId)).prepare())

// Not the sites that the viewer may see: all viewers who see every resource share one cached representation.
const sitesOf = prepared((database, viewer) => database.select({ of: itemSite.itemId, id: itemSite.siteId })
  .from(itemSite)
  .where(and(isOneOf(itemSite.itemId, IDS), viewer.viewsAll ? undefined : isVisibleSite(itemSite.siteId, viewer)))
  .orderBy(asc(itemSite.siteId)).prepare())

async function loadRows ({ database, viewer }: ReadContext, ids: readonly number[]) {
  return await rowsOf(database, viewer).all(bindings(ids, viewer))
}

async function loadSets ({ database, viewer }: ReadContext, itemIds: number[]): Promise<Map<number, number[]>> {
  return itemIds.length === 0 ? new Map() : idsOf(await setsOf(database, viewer).all(bindings(itemIds, viewer)))
}

async function loadSites ({ database, viewer }: ReadContext, itemIds: number[]): Promise<Map<number, number[]>> {
  return itemIds.length === 0 ? new Map() : idsOf(await sitesOf(database, viewer).all(bindings(itemIds, viewer)))
}

/** Ids of related rows, by id of the resource. */
function idsOf (rows: Array<{ of: number, id: number }>): Map<number, number[]> {
  return new Map([...groupBy(rows, (row) => row.of)].map(([of, related]) => [of, related.map((row) => row.id)]))
}

function represent (context: ReadContext, row: Row, parts: Parts): Representation {
  const { terms, types } = context
  const { id, kind, classId, ...shared } = row.resource
  const picture = primaryOf(context, row.resource, parts)
  const classTerm = classId === null ? undefined : terms.classes.get(classId)?.term
  const type = TYPES[kind]
  const representation: Representation = envelope(
    types.ofKind(kind).name, classTerm === undefined ? type : [type, classTerm], id
  )
  representation['o:is_public'] = shared.isPublic
  representation['o:owner'] = reference('users', shared.ownerId)
  representation['o:resource_class'] = reference('resource_classes', classId)
  representation['o:resource_template'] = reference('resource_templates', shared.templateId)
  representation['o:thumbnail'] = reference('assets', shared.thumbnailId)
  representation['o:title'] = row.title
  representation.thumbnail_display_urls = thumbnailDisplayUrls(
    context,
    row.asset === null ? null : fileAddress(context, 'asset', row.asset.storageId, row.asset.extension),
    picture
  )
  representation['o:created'] = typedDate(shared.created)
  representation['o:modified'] = typedDate(shared.modified)
  addMembers(representation, block(context, row, picture, parts))
  addMembers(representation, parts.values.get(id))
  if (parts.reverse.has(id)) representation['@reverse'] = parts.reverse.get(id)
  if (row.media !== null) addMembers(representation, mediaAdditions(row.media))
  return representation
}

/** Several times as fast as to copy all of them into another object. */
function addMembers (representation: Representation, members: Representation | undefined): void {
  if (members === undefined) return
  for (const key of Object.keys(members)) representation[key] = members[key]
}

/** The primary media; that of a deleted item is deleted, too. */
function primaryOf (
  { isDeleted }: ReadContext,
  { id, kind }: Row['resource'],
  { pictures }: Parts
): Picture | undefined {
  return isDeleted === true && kind === 'item' ? undefined : pictures.primary.get(id)
}

/** The members that only resources of this kind have. */
function block (context: ReadContext, row: Row, picture: Picture | undefined, parts: Parts): Representation {
  const { id, kind } = row.resource
  const { pictures, sets, sites } = parts
  switch (kind) {
    case 'item': return {
      'o:primary_media': reference('media', picture?.mediaId ?? null),
      'o:media': (pictures.ofItem.get(id) ?? []).map(({ mediaId }) => context.isDeleted === true
        ? deletedReference('media')
        : reference('media', mediaId)),
      'o:item_set': (sets.get(id) ?? []).map((setId) => reference('item_sets', setId)),
      'o:site': (sites.get(id) ?? []).map((siteId) => reference('sites', siteId))
    }
    case 'item_set': return { 'o:is_open': row.isOpen, 'o:items': { '@id': `${BASE}/api/items?item_set_id=${id}` } }
    case 'media': return mediaBlock(context, row.media!, dataOf(context, row, parts))
    case 'value_annotation': return {}
  }
}

/** The data of a media's ingester. HTML stores the whole payload, private values included; see stored-payload.ts. */
function dataOf ({ viewer }: ReadContext, { resource: { id, ownerId }, media }: Row, { values }: Parts): unknown {
  const { ingester, data } = media!
  const isWhole = ingester !== 'html' || viewer.disclosesPrivate === true || seesPrivateValues(viewer, ownerId)
  return isWhole ? data : withoutHiddenValues(data, values.get(id))
}
