import { and, eq, inArray } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.js'
import { isSiteVisible } from '../../../db/search/viewer.js'
import { itemSite, site } from '../../../db/tables/index.js'
import { hasPrivilege } from '../../access/access.js'
import { siteEntity } from '../../access/site-rights.js'
import type { WriteContext } from '../../write-context.js'
import { findRow } from '../shared/references.js'
import { givenIds, isObject } from '../../payload.js'

const openSites = prepared((database) => database.select({ id: site.id }).from(site).where(eq(site.assignNewItems, true)).prepare())

/** The sites of a new item: those named that may be, else every site that takes new items (contract/acl.md §4.2). */
export async function assignNew (context: WriteContext, itemId: number, given: unknown): Promise<void> {
  const open = (await openSites(context.database, context.viewer).all()).map((row) => row.id)
  const chosen = isObject(given) ? (await named(context, given)).filter(({ id, mayAssign }) => mayAssign || open.includes(id)).map(({ id }) => id) : open
  await add(context, itemId, chosen)
}

/** The sites of an item after an update; what the actor may not assign stays as it is. */
export async function assign (context: WriteContext, itemId: number, given: unknown): Promise<void> {
  const current = (await context.database.select({ id: itemSite.siteId }).from(itemSite).where(eq(itemSite.itemId, itemId))).map((row) => row.id)
  const wanted = isObject(given) ? (await named(context, given, current)).filter(({ mayAssign }) => mayAssign).map(({ id }) => id) : []
  const dropped: number[] = []
  for (const id of current) if (!wanted.includes(id) && await mayAssign(context, id)) dropped.push(id)
  if (dropped.length > 0) await context.database.delete(itemSite).where(and(eq(itemSite.itemId, itemId), inArray(itemSite.siteId, dropped)))
  await add(context, itemId, wanted.filter((id) => !current.includes(id)))
}

/** The sites that a payload names. Those the item is in already are shown with it, so hidden ones among them may be sent back. */
async function named (context: WriteContext, given: object, current: readonly number[] = []): Promise<Array<{ id: number, mayAssign: boolean }>> {
  const sites = []
  for (const id of givenIds(given)) {
    const found = current.find((known) => known === Number(id)) ?? await findRow(context, site, 'Site', id as number | string, isSiteVisible(context.viewer))
    sites.push({ id: found, mayAssign: await mayAssign(context, found) })
  }
  return sites
}

async function mayAssign (context: WriteContext, siteId: number): Promise<boolean> {
  return hasPrivilege(context.actor, 'can-assign-items', await siteEntity(context, siteId, context.actor))
}

async function add ({ database }: WriteContext, itemId: number, siteIds: readonly number[]): Promise<void> {
  const rows = [...new Set(siteIds)].map((siteId) => ({ itemId, siteId }))
  if (rows.length > 0) await database.insert(itemSite).values(rows)
}
