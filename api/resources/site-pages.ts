import { and, eq, inArray } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isPageVisible } from '../../db/search/viewer.js'
import { site, sitePage, sitePermission } from '../../db/tables/index.js'
import { OPERATIONS } from '../errors.js'
import { equalsNumber, equalsText, isFlag, isTruthy } from '../filters.js'
import { representPages } from '../representation/site-pages.js'
import { sitePageWriter } from '../hydration/site-page.js'
import type { Filter, ResourceType } from '../resource-type.js'
import { showsItem } from './site-attachments.js'

const query = new QueryBuilder()

const bySiteSlug: Filter = (value, context, all) => isTruthy(value)
  ? inArray(sitePage.siteId, query.select({ id: site.id }).from(site).where(equalsText(site.slugKey)(value, context, all)))
  : undefined

/** Pages of sites (contract/admin-resources.md §7). */
export const sitePages: ResourceType = {
  name: 'site_pages',
  entity: 'SitePage',
  operations: OPERATIONS,
  table: sitePage,
  visible: isPageVisible,
  filters: {
    site_id: equalsNumber(sitePage.siteId),
    site_slug: bySiteSlug,
    slug: equalsText(sitePage.slugKey),
    is_public: isFlag((flag) => eq(sitePage.isPublic, flag)),
    item_id: showsItem
  },
  sorts: { id: sitePage.id, title: sitePage.titleKey, slug: sitePage.slugKey, created: sitePage.created, modified: sitePage.modified },
  scalars: {
    id: { column: sitePage.id },
    slug: { column: sitePage.slug },
    title: { column: sitePage.title },
    site: { column: sitePage.siteId },
    created: { column: sitePage.created, as: 'date' },
    modified: { column: sitePage.modified, as: 'date' },
    is_public: { column: sitePage.isPublic }
  },
  represent: representPages,
  /** Who may touch a page is decided by its site. */
  async entityOf ({ database }, id, actor) {
    const [row] = await database.select({ id: sitePage.id, ownerId: site.ownerId, isPublic: sitePage.isPublic, permission: sitePermission.role }).from(sitePage)
      .innerJoin(site, eq(site.id, sitePage.siteId))
      .leftJoin(sitePermission, and(eq(sitePermission.siteId, site.id), eq(sitePermission.userId, actor.id ?? 0))).where(eq(sitePage.id, id))
    return row ?? {}
  },
  writer: sitePageWriter
}
