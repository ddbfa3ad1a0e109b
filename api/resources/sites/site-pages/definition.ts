import { eq, inArray } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isPageVisible } from '../../../../db/query/statements/viewer.js'
import { site, sitePage } from '../../../../db/tables/index.js'
import { OPERATIONS } from '../../../core/calls/errors.js'
import { equalsFlag, equalsId, equalsText, ifGiven } from '../../../search/query/filters.js'
import { fullTextFilter } from '../../../search/full-text/ranking/full-text-search.js'
import { representPages } from './represent.js'
import { sitePageWriter } from './write.js'
import { resourceType } from '../../definition/resource-type.js'
import { described, scalar, sortedBy, type Filter } from '../../../search/query/searchable.js'
import { allowsSitePages, siteEntity } from '../access.js'
import { showsItem } from '../../shared/site-contents.js'
import { DeletedSitePage, SitePage, SitePageInput } from '../../../../schemas/sites/site-pages.js'
import * as parameter from '../../../../schemas/shared/parameters.js'

const query = new QueryBuilder()

const bySiteSlug: Filter = ifGiven((slugs) =>
  inArray(sitePage.siteId, query.select({ id: site.id }).from(site).where(equalsText(site.slugKey)(slugs))))

/** Pages of sites (docs/contract/admin-resources.md §7). */
export const sitePages = resourceType({
  name: 'site_pages',
  entity: 'SitePage',
  schemas: { representation: SitePage, input: SitePageInput, deleted: DeletedSitePage },
  operations: OPERATIONS,
  allows: allowsSitePages,
  table: sitePage,
  fullText: 'site_page_fulltext',
  visible: isPageVisible,
  filters: {
    site_id: described(parameter.integer('Id of the site'), equalsId(sitePage.siteId)),
    site_slug: described(parameter.texts('Slug of the site'), bySiteSlug),
    slug: described(parameter.texts('Slug'), equalsText(sitePage.slugKey)),
    is_public: described(parameter.flag('1 for public ones, 0 for private ones'), equalsFlag(sitePage.isPublic)),
    item_id: described(parameter.integer('That show this item'), showsItem),
    fulltext_search: described(
      parameter.text('Words to search for, best matches first'),
      fullTextFilter('site_page_fulltext', sitePage.id)
    )
  },
  sorts: {
    id: sortedBy('Id', sitePage.id),
    title: sortedBy('Title', sitePage.titleKey),
    slug: sortedBy('Slug', sitePage.slugKey),
    created: sortedBy('Date of creation', sitePage.created),
    modified: sortedBy('Date of the last change', sitePage.modified)
  },
  scalars: {
    id: scalar('Id', sitePage.id),
    slug: scalar('Slug', sitePage.slug),
    title: scalar('Title', sitePage.title),
    site: scalar('Id of the site', sitePage.siteId),
    created: scalar('Date of creation', sitePage.created, 'date'),
    modified: scalar('Date of the last change', sitePage.modified, 'date'),
    is_public: scalar('Whether it is public', sitePage.isPublic)
  },
  represent: representPages,
  /** Access to a page depends on its site. */
  async entityOf (context, id, actor) {
    const [page] = await context.database.select({ siteId: sitePage.siteId }).from(sitePage).where(eq(sitePage.id, id))
    return page === undefined ? {} : await siteEntity(context, page.siteId, actor)
  },
  writer: sitePageWriter
})
