import { eq, inArray, or } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isSiteVisible } from '../../../db/search/viewer.js'
import { site, sitePermission } from '../../../db/tables/index.js'
import { OPERATIONS } from '../../errors.js'
import { equalsNumber, equalsText, isFlag, isNot, isTruthy } from '../../search/filters.js'
import { ownerNameSort } from '../shared/owner-name.js'
import { representSites } from './represent.js'
import { siteWriter } from './write.js'
import type { ResourceType } from '../../resource-type.js'
import type { Filter } from '../../search/searchable.js'
import { siteEntity } from '../../access/site-rights.js'

const query = new QueryBuilder()

/** Sites that the viewer owns or was given a role in. As in the reference, ownership counts only where roles are given at all. */
const hasRole: Filter = (value, { viewer }) => isTruthy(value) && viewer.id !== null
  ? inArray(site.id, query.select({ id: sitePermission.siteId }).from(sitePermission).where(or(eq(sitePermission.userId, viewer.id), eq(site.ownerId, viewer.id))))
  : undefined

/** Public faces of the collection (contract/admin-resources.md §6). */
export const sites: ResourceType = {
  name: 'sites',
  entity: 'Site',
  operations: OPERATIONS,
  table: site,
  visible: isSiteVisible,
  filters: {
    slug: equalsText(site.slugKey),
    owner_id: equalsNumber(site.ownerId),
    exclude_id: isNot(site.id),
    assign_new_items: isFlag((flag) => eq(site.assignNewItems, flag)),
    user_has_role: hasRole
  },
  sorts: {
    id: site.id,
    title: site.titleKey,
    slug: site.slugKey,
    created: site.created,
    modified: site.modified,
    is_public: site.isPublic,
    owner_name: ownerNameSort(site.ownerId)
  },
  scalars: {
    id: { column: site.id },
    slug: { column: site.slug },
    theme: { column: site.theme },
    title: { column: site.title },
    created: { column: site.created, as: 'date' },
    modified: { column: site.modified, as: 'date' },
    homepage: { column: site.homepageId },
    owner: { column: site.ownerId },
    summary: { column: site.summary },
    thumbnail: { column: site.thumbnailId },
    is_public: { column: site.isPublic }
  },
  represent: representSites,
  entityOf: siteEntity,
  writer: siteWriter
}
