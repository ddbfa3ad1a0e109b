import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isVisible, type Viewer } from '../../../db/query/statements/viewer.js'
import { itemItemSet, itemSet, resource, siteItemSet } from '../../../db/tables/index.js'
import { byOneId } from '../../search/query/filters.js'
import { isNumeric, toInteger } from '../../core/calls/given.js'
import { OPERATIONS } from '../../core/calls/errors.js'
import { resourceType } from '../definition/resource-type.js'
import { described, scalar, sortedBy, type Filter } from '../../search/query/searchable.js'
import { inSites, itemSetsOfSites } from '../shared/site-contents.js'
import { itemSetWriter } from './write.js'
import { resourceDefinition } from '../shared/definition.js'
import { DeletedItemSet, ItemSet, ItemSetInput } from '../../../schemas/resources/item-sets.js'
import * as parameter from '../../../schemas/shared/parameters.js'

const query = new QueryBuilder()
const shared = resourceDefinition('item_set')

/** Number of visible items in the set. */
const itemCount = (viewer: Viewer): SQL => {
  const member = alias(resource, 'member')
  const members = query.select({ count: sql`count(*)` }).from(itemItemSet)
    .innerJoin(member, eq(member.id, itemItemSet.itemId))
    .where(and(eq(itemItemSet.itemSetId, resource.id), isVisible(member, viewer)))
  return sql`${members}`
}

/** Sets to which the viewer may add items, whatever the value of the parameter (docs/contract/search.md §9.2). */
const mayAssign: Filter = (_value, { viewer }) => viewer.isAdmin
  ? undefined
  : or(eq(itemSet.isOpen, true), viewer.id === null ? undefined : eq(resource.ownerId, viewer.id))

const attachedTo = (viewer: Viewer, siteId?: number): SQL => inArray(resource.id, itemSetsOfSites(viewer, siteId))

/** The position of a set among the sets that are attached to a site. */
function positionOn (siteId: number): SQL {
  const position = query.select({ position: siteItemSet.position }).from(siteItemSet)
    .where(and(eq(siteItemSet.itemSetId, resource.id), eq(siteItemSet.siteId, siteId)))
  return sql`${position}`
}

export const itemSets = resourceType({
  ...shared,
  name: 'item_sets',
  entity: 'ItemSet',
  schemas: { representation: ItemSet, input: ItemSetInput, deleted: DeletedItemSet },
  operations: OPERATIONS,
  batchKeys: [...shared.batchKeys, 'o:is_open'],
  joins: [{ table: itemSet, on: eq(itemSet.id, resource.id) }],
  visible: (viewer) => isVisible(resource, viewer),
  hasIdList: true,
  filters: {
    ...shared.filters,
    is_open: described(parameter.text('Whatever the value: sets that you may add items to'), mayAssign, 'row'),
    site_id: described(parameter.integer('Attached to this site; its order comes after the sort keys'),
      byOneId((id, { viewer }) => attachedTo(viewer, id)), 'row'),
    in_sites: described(
      parameter.flag('1 for those attached to a site, 0 for others; without `site_id`'), inSites(attachedTo), 'row'
    )
  },
  sorts: {
    ...shared.sorts,
    is_open: sortedBy('Closed ones before open ones', itemSet.isOpen),
    item_count: sortedBy('Number of items that you may see', itemCount)
  },
  // The order set by the editors of the site.
  tieBreak: ({ site_id: siteId }) => isNumeric(siteId)
    ? positionOn(toInteger(siteId)!)
    : undefined,
  scalars: { ...shared.scalars, is_open: scalar('Whether everybody may add items', itemSet.isOpen) },
  writer: itemSetWriter
})
