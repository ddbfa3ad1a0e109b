import { eq, inArray } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isPageVisible } from '../../../db/search/viewer.js'
import { site, sitePage } from '../../../db/tables/index.js'
import { OPERATIONS } from '../../errors.js'
import { equalsNumber, equalsText, isFlag, isTruthy } from '../../search/filters.js'
import { fullTextFilter } from '../../search/full-text/full-text-search.js'
import { representPages } from './represent.js'
import { sitePageWriter } from './write.js'
import type { ResourceType } from '../../resource-type.js'
import type { Filter } from '../../search/searchable.js'
import { siteEntity } from '../../access/site-rights.js'
import { showsItem } from '../shared/site-attachments.js'

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
  fullText: 'site_page_fulltext',
  visible: isPageVisible,
  filters: {
    site_id: equalsNumber(sitePage.siteId),
    site_slug: bySiteSlug,
    slug: equalsText(sitePage.slugKey),
    is_public: isFlag((flag) => eq(sitePage.isPublic, flag)),
    item_id: showsItem,
    fulltext_search: fullTextFilter('site_page_fulltext', sitePage.id)
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
  async entityOf (context, id, actor) {
    const [page] = await context.database.select({ siteId: sitePage.siteId }).from(sitePage).where(eq(sitePage.id, id))
    return page === undefined ? {} : await siteEntity(context, page.siteId, actor)
  },
  writer: sitePageWriter
}
