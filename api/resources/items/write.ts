import { and, eq, sql } from 'drizzle-orm'
import { insertRows } from '../../../db/query/statements/insert-rows.js'
import type { Database } from '../../../db/query/statements/database.js'
import { bindings, prepared } from '../../../db/query/statements/prepared.js'
import { ANONYMOUS_VIEWER, isVisible } from '../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { changed, updateRow } from '../../../db/query/statements/update-row.js'
import { item, itemItemSet, itemSite, media, resource, site } from '../../../db/tables/index.js'
import { hasPrivilege } from '../../access/access.js'
import type { Payload, UpdateCall } from '../../core/calls/call.js'
import { ErrorCollector, ValidationError } from '../../core/calls/errors.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import type { WriteContext } from '../definition/read-context.js'
import {
  chosenPrimary, deleteMembers, prepareMembers, replaceMembers, saveMembers, type PreparedMembers
} from './item-media.js'
import { changedMemberships } from './memberships.js'
import { Fields } from '../shared/writing/fields.js'
import { findListed, findReference, TARGETS } from '../shared/writing/references.js'
import { isObject } from '../../core/calls/given.js'
import { CAN_ASSIGN_ITEMS, siteEntity } from '../sites/access.js'
import { deleteResources } from '../shared/writing/delete-resources.js'
import { insertResource, newResource, updateResource } from '../shared/writing/write.js'

/** Items, with their media, sets and sites (docs/contract/resources.md §9, §11). */
export const itemWriter: ResourceWriter<PreparedMembers | undefined> = {
  async prepare (context, payload) {
    refuseMalformed(payload)
    return payload['o:media'] === undefined ? undefined : await prepareMembers(context, payload)
  },

  async create (context, payload, members) {
    const errors = new ErrorCollector()
    const resource = await newResource(context, 'item', payload, null, errors)
    const itemSets = payload['o:item_set'] === undefined ? [] : await namedSets(context, payload['o:item_set'])
    const sites = await sitesOfNew(context, payload['o:site'])
    const id = await insertResource(context, { ...resource, itemSets, sites })
    if (members !== undefined) await saveMembers(context, id, members, errors)
    if (payload['o:primary_media'] !== undefined) await setPrimaryMedia(context, id, payload)
    errors.throwIfAny()
    return id
  },

  async update (context, id, payload, call, members) {
    const errors = new ErrorCollector()
    await updateResource(context, id, payload, call, errors)
    const fields = new Fields(payload, call)
    if (fields.isGiven('o:item_set')) await changeSets(context, id, payload['o:item_set'], call)
    if (fields.isGiven('o:site')) await changeSites(context, id, payload['o:site'], call)
    // Before `o:media` deletes media, because a client that removes a media from what it has read still refers to it
    // here.
    if (fields.isGiven('o:primary_media')) await setPrimaryMedia(context, id, payload)
    const consequences = fields.isGiven('o:media') ? await replaceMembers(context, id, members ?? [], errors) : {}
    errors.throwIfAny()
    return consequences
  },

  async delete (context, id) {
    const rows = await context.database.select({ id: media.id }).from(media).where(eq(media.itemId, id))
    const afterCommit = await deleteMembers(context, rows.map((row) => row.id))
    await deleteResources(context.database, [id])
    return { afterCommit }
  }
}

function refuseMalformed ({ 'o:item_set': itemSets, 'o:media': members }: Payload): void {
  const messages: string[] = []
  if (itemSets !== undefined && !isObject(itemSets)) messages.push('Item sets must be an array')
  // The reference application reports this error under `o:item_set`.
  if (members !== undefined && !isObject(members)) messages.push('Media must be an array')
  if (messages.length > 0) throw ValidationError.of('o:item_set', ...messages)
}

/**
 * The visible sets in a payload, without duplicates.
 *
 * @param present visible sets, which need not be looked up. @throws NotFoundError
 */
async function namedSets (
  context: WriteContext, given: unknown, present: ReadonlySet<number> = new Set()
): Promise<number[]> {
  return isObject(given) ? await findListed(context, TARGETS.itemSet, given, (id) => present.has(id)) : []
}

const visibleSets = prepared((database, viewer) => database.select({ id: itemItemSet.itemSetId }).from(itemItemSet)
  .innerJoin(resource, eq(resource.id, itemItemSet.itemSetId))
  .where(and(eq(itemItemSet.itemId, sql.placeholder('id')), isVisible(resource, viewer))).prepare())

/** Changes the item's memberships, except in sets that the actor may not see. */
async function changeSets (
  context: WriteContext,
  itemId: number,
  given: unknown,
  call: UpdateCall
): Promise<void> {
  const { database, viewer } = context
  const rows = await visibleSets(database, viewer).all({ id: itemId, viewer: viewer.id })
  const current = new Set(rows.map((row) => row.id))
  const { dropped, joined } = changedMemberships(current, await namedSets(context, given, current), call)
  if (dropped.length > 0) {
    await database.delete(itemItemSet)
      .where(and(eq(itemItemSet.itemId, itemId), isOneOf(itemItemSet.itemSetId, dropped)))
  }
  await insertRows(database, itemItemSet, joined.map((itemSetId) => ({ itemId, itemSetId })))
}

async function setPrimaryMedia (context: WriteContext, itemId: number, payload: Payload): Promise<void> {
  const primaryMediaId = await findReference(context, TARGETS.media, payload['o:primary_media'])
  const { database, viewer } = context
  const now = { primaryMediaId: await chosenPrimary(database, itemId) }
  if (primaryMediaId === null && now.primaryMediaId !== null) {
    // A client that writes back what it has read cannot name a media that it was not shown.
    const seen = await TARGETS.media.select(database, viewer).all(bindings([now.primaryMediaId], viewer))
    if (seen.length === 0) return
  }
  await updateRow(database, item, itemId, changed(now, { primaryMediaId }))
}

const openSites = prepared((database) => database.select({ id: site.id })
  .from(site).where(eq(site.assignNewItems, true)).prepare())

/** The sites to which all new items are assigned (docs/contract/acl.md §4.2). */
export async function sitesOfNewItems (database: Database): Promise<number[]> {
  return (await openSites(database, ANONYMOUS_VIEWER).all()).map(({ id }) => id)
}

/**
 * The sites of a new item: the ones in the payload that the actor may use; by default all sites that accept new items
 * (docs/contract/acl.md §4.2).
 */
async function sitesOfNew (context: WriteContext, given: unknown): Promise<number[]> {
  const open = await sitesOfNewItems(context.database)
  if (!isObject(given)) return open
  const chosen: number[] = []
  for (const id of await namedSites(context, given)) {
    if (open.includes(id) || await mayAssign(context, id)) chosen.push(id)
  }
  return chosen
}

const sitesOf = prepared((database) => database.select({ id: itemSite.siteId })
  .from(itemSite).where(eq(itemSite.itemId, sql.placeholder('id'))).prepare())

/** Assigns an item to sites after an update; assignments that the actor may not change stay. */
async function changeSites (
  context: WriteContext, itemId: number, given: unknown, call: UpdateCall
): Promise<void> {
  const rows = await sitesOf(context.database, context.viewer).all({ id: itemId })
  const current = new Set(rows.map((row) => row.id))
  const wanted = isObject(given) ? await namedSites(context, given, current) : []
  const { dropped, joined } = changedMemberships(current, wanted, call)
  const gone = await assignable(context, dropped)
  if (gone.length > 0) {
    await context.database.delete(itemSite).where(and(eq(itemSite.itemId, itemId), isOneOf(itemSite.siteId, gone)))
  }
  const added = await assignable(context, joined)
  await insertRows(context.database, itemSite, added.map((siteId) => ({ itemId, siteId })))
}

/** Those of some sites that the actor may assign items to. */
async function assignable (context: WriteContext, siteIds: readonly number[]): Promise<number[]> {
  const allowed: number[] = []
  for (const id of siteIds) if (await mayAssign(context, id)) allowed.push(id)
  return allowed
}

/**
 * The sites in a payload, without duplicates.
 *
 * @param current sites of the item. A client that was shown a hidden site among them may send it back.
 */
async function namedSites (
  context: WriteContext,
  given: object,
  current: ReadonlySet<number> = new Set()
): Promise<number[]> {
  const { viewsAll, disclosesPrivate } = context.viewer
  const areAllShown = viewsAll || disclosesPrivate === true
  return await findListed(context, TARGETS.site, given, (id) => areAllShown && current.has(id))
}

async function mayAssign (context: WriteContext, siteId: number): Promise<boolean> {
  return hasPrivilege(context.actor, CAN_ASSIGN_ITEMS, await siteEntity(context, siteId, context.actor))
}
