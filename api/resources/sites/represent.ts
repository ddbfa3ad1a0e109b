import { and, asc } from 'drizzle-orm'
import { isPageVisible } from '../../../db/search/viewer.js'
import { isOneOf } from '../../../db/sqlite.js'
import { site, siteItemSet, sitePage, sitePermission } from '../../../db/tables/index.js'
import { BASE, type Representation } from '../../answer.js'
import { deletedReference, envelope, reference } from '../../addresses.js'
import { typedDate } from '../../dates.js'
import { gathered } from '../../group-by.js'
import type { ReadContext } from '../../read-context.js'

/** Sites with their visible pages, permissions and item sets (contract/admin-resources.md §6), in four queries. */
export async function representSites ({ database, viewer, isDeleted = false }: ReadContext, ids: readonly number[]): Promise<Map<number, Representation>> {
  const sites = await database.select().from(site).where(isOneOf(site.id, ids))
  const pages = gathered(await database.select({ id: sitePage.id, siteId: sitePage.siteId }).from(sitePage)
    .where(and(isOneOf(sitePage.siteId, ids), isPageVisible(viewer))).orderBy(asc(sitePage.id)), (row) => row.siteId)
  const permissions = gathered(await database.select().from(sitePermission)
    .where(isOneOf(sitePermission.siteId, ids)).orderBy(asc(sitePermission.id)), (row) => row.siteId)
  const sets = gathered(await database.select().from(siteItemSet)
    .where(isOneOf(siteItemSet.siteId, ids)).orderBy(asc(siteItemSet.position), asc(siteItemSet.id)), (row) => row.siteId)
  return new Map(sites.map((row) => [row.id, {
    ...envelope('sites', 'o:Site', row.id),
    'o:slug': row.slug,
    'o:theme': row.theme,
    'o:title': row.title,
    'o:summary': row.summary,
    'o:thumbnail': reference('assets', row.thumbnailId),
    'o:navigation': row.navigation,
    'o:homepage': isDeleted && row.homepageId !== null ? deletedReference('site_pages') : reference('site_pages', row.homepageId),
    'o:item_pool': row.itemPool,
    'o:owner': reference('users', row.ownerId),
    'o:created': typedDate(row.created),
    'o:modified': typedDate(row.modified),
    'o:is_public': row.isPublic,
    'o:assign_new_items': row.assignNewItems,
    'o:page': (pages.get(row.id) ?? []).map((page) => isDeleted ? deletedReference('site_pages') : reference('site_pages', page.id)),
    'o:site_permission': (permissions.get(row.id) ?? []).map(({ userId, role }) => ({ 'o:user': reference('users', userId), 'o:role': role })),
    'o:site_item_set': (sets.get(row.id) ?? []).map(({ itemSetId }) => ({ 'o:item_set': reference('item_sets', itemSetId) })),
    'o:site_item': { '@id': isDeleted ? `${BASE}/api/items` : `${BASE}/api/items?site_id=${row.id}` }
  }]))
}
