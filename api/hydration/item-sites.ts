import { and, eq, inArray } from 'drizzle-orm'
import { isSiteVisible } from '../../db/search/viewer.js'
import { itemSite, site, sitePermission } from '../../db/tables/index.js'
import { hasPrivilege } from '../access.js'
import type { WriteContext } from '../write-context.js'
import { findRow, givenIds, isObject } from './references.js'

/** The sites of a new item: those named that may be, else every site that takes new items (contract/acl.md §4.2). */
export async function assignNew (context: WriteContext, itemId: number, given: unknown): Promise<void> {
  const open = (await context.database.select({ id: site.id }).from(site).where(eq(site.assignNewItems, true))).map((row) => row.id)
  const chosen = isObject(given) ? (await named(context, given)).filter(({ id, mayAssign }) => mayAssign || open.includes(id)).map(({ id }) => id) : open
  await add(context, itemId, chosen)
}

/** The sites of an item after an update; what the actor may not assign stays as it is. */
export async function assign (context: WriteContext, itemId: number, given: unknown): Promise<void> {
  const wanted = isObject(given) ? (await named(context, given)).filter(({ mayAssign }) => mayAssign).map(({ id }) => id) : []
  const current = (await context.database.select({ id: itemSite.siteId }).from(itemSite).where(eq(itemSite.itemId, itemId))).map((row) => row.id)
  const dropped: number[] = []
  for (const id of current) if (!wanted.includes(id) && await mayAssign(context, id)) dropped.push(id)
  if (dropped.length > 0) await context.database.delete(itemSite).where(and(eq(itemSite.itemId, itemId), inArray(itemSite.siteId, dropped)))
  await add(context, itemId, wanted.filter((id) => !current.includes(id)))
}

async function named (context: WriteContext, given: object): Promise<Array<{ id: number, mayAssign: boolean }>> {
  const sites = []
  for (const id of givenIds(given)) {
    const found = await findRow(context, site, 'Site', id as number | string, isSiteVisible(context.viewer))
    sites.push({ id: found, mayAssign: await mayAssign(context, found) })
  }
  return sites
}

async function mayAssign ({ database, actor }: WriteContext, siteId: number): Promise<boolean> {
  const [row] = await database.select({ ownerId: site.ownerId, permission: sitePermission.role }).from(site)
    .leftJoin(sitePermission, and(eq(sitePermission.siteId, site.id), eq(sitePermission.userId, actor.id ?? 0))).where(eq(site.id, siteId))
  return row !== undefined && hasPrivilege(actor, 'can-assign-items', row)
}

async function add ({ database }: WriteContext, itemId: number, siteIds: readonly number[]): Promise<void> {
  const rows = [...new Set(siteIds)].map((siteId) => ({ itemId, siteId }))
  if (rows.length > 0) await database.insert(itemSite).values(rows)
}
