import { and, eq, inArray, not, or, sql, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isVisible, type Viewer } from '../../../db/search/viewer.js'
import { itemItemSet, itemSet, resource, siteItemSet } from '../../../db/tables/index.js'
import { isFlag } from '../../search/filters.js'
import { isNumeric, toInteger } from '../../numbers.js'
import { OPERATIONS } from '../../errors.js'
import type { ResourceType } from '../../resource-type.js'
import type { Filter } from '../../search/searchable.js'
import { itemSetsOfSites } from '../shared/site-contents.js'
import { itemSetWriter } from './write.js'
import { resourceDefinition } from '../shared/definition.js'

const query = new QueryBuilder()
const shared = resourceDefinition('item_set')

/** How many items of the set the viewer may see. */
const itemCount = (viewer: Viewer): SQL => {
  const member = alias(resource, 'member')
  return sql`${query.select({ count: sql`count(*)` }).from(itemItemSet).innerJoin(member, eq(member.id, itemItemSet.itemId))
    .where(and(eq(itemItemSet.itemSetId, resource.id), isVisible(member, viewer)))}`
}

/** Whatever its value: sets the viewer may put items into (contract/search.md §9.2). */
const mayAssign: Filter = (_value, { viewer }) => viewer.isAdmin
  ? undefined
  : or(eq(itemSet.isOpen, true), viewer.id === null ? undefined : eq(resource.ownerId, viewer.id))

const attachedTo = (viewer: Viewer, siteId?: number): SQL => inArray(resource.id, itemSetsOfSites(viewer, siteId))

export const itemSets: ResourceType = {
  ...shared,
  name: 'item_sets',
  entity: 'ItemSet',
  operations: OPERATIONS,
  batchKeys: [...shared.batchKeys, 'o:is_open'],
  joins: [{ table: itemSet, on: eq(itemSet.id, resource.id) }],
  visible: (viewer) => isVisible(resource, viewer),
  keepsIdList: true,
  filters: {
    ...shared.filters,
    is_open: mayAssign,
    site_id: (value, { viewer }) => isNumeric(value) ? attachedTo(viewer, toInteger(value)) : undefined,
    in_sites: (value, context, all) => isNumeric(all.site_id)
      ? undefined
      : isFlag((flag) => flag ? attachedTo(context.viewer) : not(attachedTo(context.viewer)))(value, context, all)
  },
  sorts: { ...shared.sorts, is_open: itemSet.isOpen, item_count: itemCount },
  // The order that the site's editors gave the sets.
  tieBreak: ({ site_id: siteId }) => isNumeric(siteId)
    ? sql`${query.select({ position: siteItemSet.position }).from(siteItemSet).where(and(eq(siteItemSet.itemSetId, resource.id), eq(siteItemSet.siteId, toInteger(siteId)!)))}`
    : undefined,
  scalars: { ...shared.scalars, is_open: { column: itemSet.isOpen } },
  writer: itemSetWriter
}
