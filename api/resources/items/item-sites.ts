import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/query/statements/database.js'
import { insertRows } from '../../../db/query/statements/insert-rows.js'
import { prepared } from '../../../db/query/statements/prepared.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { itemSite, site } from '../../../db/tables/index.js'
import { hasPrivilege } from '../../access/access.js'
import type { UpdateCall } from '../../core/calls/call.js'
import type { WriteContext } from '../definition/read-context.js'
import { findListed, TARGETS } from '../shared/writing/references.js'
import { CAN_ASSIGN_ITEMS, siteEntity } from '../sites/access.js'
import { isObject } from '../../core/calls/payload.js'
import { changedMemberships } from './memberships.js'

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
export async function sitesOfNew (context: WriteContext, given: unknown): Promise<number[]> {
  const open = await sitesOfNewItems(context.database)
  if (!isObject(given)) return open
  const chosen: number[] = []
  for (const id of await named(context, given)) if (open.includes(id) || await mayAssign(context, id)) chosen.push(id)
  return chosen
}

const sitesOf = prepared((database) => database.select({ id: itemSite.siteId })
  .from(itemSite).where(eq(itemSite.itemId, sql.placeholder('id'))).prepare())

/** Assigns an item to sites after an update; assignments that the actor may not change stay. */
export async function assign (
  context: WriteContext, itemId: number, given: unknown, call: UpdateCall
): Promise<void> {
  const rows = await sitesOf(context.database, context.viewer).all({ id: itemId })
  const current = new Set(rows.map((row) => row.id))
  const wanted = isObject(given) ? await named(context, given, current) : []
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
async function named (
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
