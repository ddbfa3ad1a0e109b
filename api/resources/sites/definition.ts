import { and, eq, inArray, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isPageVisible, isSiteVisible, type Viewer } from '../../../db/query/statements/viewer.js'
import { site, sitePage, sitePermission } from '../../../db/tables/index.js'
import { OPERATIONS } from '../../core/calls/errors.js'
import { equalsFlag, equalsId, equalsText, isAnother, isTruthy } from '../../search/query/filters.js'
import { ownerNameSort } from '../shared/definition.js'
import { representSites } from './represent.js'
import { siteWriter } from './write.js'
import { resourceType } from '../definition/resource-type.js'
import { described, scalar, sortedBy, type Filter } from '../../search/query/searchable.js'
import { allowsSites, siteEntity } from './access.js'
import { DeletedSite, Site, SiteInput } from '../../../schemas/sites/sites.js'
import * as parameter from '../../../schemas/shared/parameters.js'

const query = new QueryBuilder()

/**
 * Sites that the viewer owns or has a role on. As in the reference application, ownership counts only for sites with
 * at least one role.
 */
const hasRole: Filter = (value, { viewer }) => isTruthy(value) && viewer.id !== null
  ? inArray(
    site.id,
    query.select({ id: sitePermission.siteId }).from(sitePermission)
      .where(or(eq(sitePermission.userId, viewer.id), eq(site.ownerId, viewer.id)))
  )
  : undefined

/** The homepage of a site; null if the viewer may not see the page. */
function homepageFor (viewer: Viewer): AnyColumn | SQL {
  const visible = viewer.disclosesPrivate === true ? undefined : isPageVisible(viewer)
  if (visible === undefined) return site.homepageId
  const page = query.select({ id: sitePage.id }).from(sitePage).where(and(eq(sitePage.id, site.homepageId), visible))
  return sql`(${page})`
}

/** Public websites about the collection (docs/contract/admin-resources.md §6). */
export const sites = resourceType({
  name: 'sites',
  entity: 'Site',
  schemas: { representation: Site, input: SiteInput, deleted: DeletedSite },
  operations: OPERATIONS,
  allows: allowsSites,
  table: site,
  visible: isSiteVisible,
  filters: {
    slug: described(parameter.texts('Slug'), equalsText(site.slugKey)),
    owner_id: described(parameter.integer('Id of the owner'), equalsId(site.ownerId)),
    exclude_id: described(parameter.integers('Not this one'), isAnother(site.id)),
    assign_new_items: described(
      parameter.flag('1 for sites that get new items, 0 for others'), equalsFlag(site.assignNewItems)
    ),
    user_has_role: described(parameter.flag('1 for sites that you have a role in'), hasRole)
  },
  sorts: {
    id: sortedBy('Id', site.id),
    title: sortedBy('Title', site.titleKey),
    slug: sortedBy('Slug', site.slugKey),
    created: sortedBy('Date of creation', site.created),
    modified: sortedBy('Date of the last change', site.modified),
    is_public: sortedBy('Private ones before public ones', site.isPublic),
    owner_name: sortedBy('Name of the owner', ownerNameSort(site.ownerId))
  },
  scalars: {
    id: scalar('Id', site.id),
    slug: scalar('Slug', site.slug),
    theme: scalar('Theme', site.theme),
    title: scalar('Title', site.title),
    created: scalar('Date of creation', site.created, 'date'),
    modified: scalar('Date of the last change', site.modified, 'date'),
    homepage: scalar('Id of the homepage', homepageFor),
    owner: scalar('Id of the owner', site.ownerId),
    summary: scalar('Summary', site.summary),
    thumbnail: scalar('Id of the thumbnail', site.thumbnailId),
    is_public: scalar('Whether it is public', site.isPublic)
  },
  represent: representSites,
  entityOf: siteEntity,
  writer: siteWriter
})
