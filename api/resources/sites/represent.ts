import { and, asc, inArray, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isPageVisible, isVisible, type Viewer } from '../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { resource, site, siteItemSet, sitePage, sitePermission } from '../../../db/tables/index.js'
import type { Representation } from '../../core/answers/answer.js'
import { BASE } from '../../core/answers/base.js'
import { deletedReference, envelope, reference } from '../../core/answers/addresses.js'
import { typedDate } from '../../core/answers/dates.js'
import { groupBy } from '../../core/sequence/group-by.js'
import type { ReadContext } from '../definition/read-context.js'

const query = new QueryBuilder()

/** The condition that the viewer is shown the attached item set. */
export function isVisibleSet (viewer: Viewer): SQL | undefined {
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return undefined
  return inArray(
    siteItemSet.itemSetId,
    query.select({ id: resource.id }).from(resource).where(isVisible(resource, viewer))
  )
}

/**
 * Sites with their visible pages, permissions and item sets (docs/contract/admin-resources.md §6), in four queries.
 */
export async function representSites (
  { database, viewer, isDeleted = false }: ReadContext,
  ids: readonly number[]
): Promise<Map<number, Representation>> {
  const sites = await database.select().from(site).where(isOneOf(site.id, ids))
  const pages = groupBy(await database.select({ id: sitePage.id, siteId: sitePage.siteId }).from(sitePage)
    .where(and(isOneOf(sitePage.siteId, ids), isPageVisible(viewer))).orderBy(asc(sitePage.id)), (row) => row.siteId)
  const permissions = groupBy(await database.select().from(sitePermission)
    .where(isOneOf(sitePermission.siteId, ids)).orderBy(asc(sitePermission.id)), (row) => row.siteId)
  const sets = groupBy(await database.select().from(siteItemSet)
    .where(and(isOneOf(siteItemSet.siteId, ids), isVisibleSet(viewer)))
    .orderBy(asc(siteItemSet.position), asc(siteItemSet.id)), (row) => row.siteId)
  const homepageOf = (
    { homepageId }: typeof site.$inferSelect,
    visible: ReadonlyArray<{ id: number }>
  ): Representation | null => {
    if (homepageId === null || (viewer.disclosesPrivate !== true && !visible.some(({ id }) => id === homepageId))) {
      return null
    }
    return isDeleted ? deletedReference('site_pages') : reference('site_pages', homepageId)
  }
  return new Map(sites.map((row) => [row.id, {
    ...envelope('sites', 'o:Site', row.id),
    'o:slug': row.slug,
    'o:theme': row.theme,
    'o:title': row.title,
    'o:summary': row.summary,
    'o:thumbnail': reference('assets', row.thumbnailId),
    'o:navigation': row.navigation,
    'o:homepage': homepageOf(row, pages.get(row.id) ?? []),
    'o:item_pool': row.itemPool,
    'o:owner': reference('users', row.ownerId),
    'o:created': typedDate(row.created),
    'o:modified': typedDate(row.modified),
    'o:is_public': row.isPublic,
    'o:assign_new_items': row.assignNewItems,
    'o:page': (pages.get(row.id) ?? [])
      .map((page) => isDeleted ? deletedReference('site_pages') : reference('site_pages', page.id)),
    'o:site_permission': (permissions.get(row.id) ?? [])
      .map(({ userId, role }) => ({ 'o:user': reference('users', userId), 'o:role': role })),
    'o:site_item_set': (sets.get(row.id) ?? [])
      .map(({ itemSetId }) => ({ 'o:item_set': reference('item_sets', itemSetId) })),
    'o:site_item': { '@id': isDeleted ? `${BASE}/api/items` : `${BASE}/api/items?site_id=${row.id}` }
  }]))
}
