import { and, eq, exists, inArray, not, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { noneOf, type SetExpression, type SelectIds } from '../../../db/query/statements/set-expression.js'
import { isVisible } from '../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { itemItemSet, media, resource } from '../../../db/tables/index.js'
import { ITEM_FACETS } from '../../search/facets/entries.js'
import { byIds, byOneId, isFlag } from '../../search/query/filters.js'
import type { SearchContext } from '../../search/context/context.js'
import { OPERATIONS } from '../../core/calls/errors.js'
import { resourceType } from '../definition/resource-type.js'
import { described, sortedBy, type Filter } from '../../search/query/searchable.js'
import { inSites, isAttached, itemsOfSites } from '../shared/site-contents.js'
import { resourceDefinition } from '../shared/definition.js'
import { itemWriter } from './write.js'
import { DeletedItem, Item, ItemInput } from '../../../schemas/resources/items.js'
import * as parameter from '../../../schemas/shared/parameters.js'

const query = new QueryBuilder()
const shared = resourceDefinition('item')

/** Items in at least one of the sets, considering only sets that the viewer may see. */
function inSets (ids: number[], { viewer }: SearchContext): SetExpression {
  const set = alias(resource, 'set')
  const select: SelectIds = (among) =>
    query.select({ id: itemItemSet.itemId }).from(itemItemSet).innerJoin(set, eq(set.id, itemItemSet.itemSetId))
      .where(and(
        inArray(itemItemSet.itemSetId, ids),
        isVisible(set, viewer),
        among && isOneOf(itemItemSet.itemId, among)
      )).getSQL()
  return {
    kind: 'cached',
    name: `in ${ids.join(',')}`,
    select
  }
}

const bySets = (expression: (found: SetExpression) => SetExpression): Filter =>
  byIds((ids, context) => expression(inSets(ids, context)))

const hasMedia = isFlag((flag, { viewer }) => {
  const ofItem = query.select({ one: sql`1` }).from(media)
  const picture = alias(resource, 'picture')
  const visible = exists(ofItem.innerJoin(picture, eq(picture.id, media.id))
    .where(and(eq(media.itemId, resource.id), isVisible(picture, viewer))))
  if (!flag) return not(visible)
  // The reference application also finds items by media that the viewer may not see (docs/contract/search.md §9.1).
  return viewer.disclosesPrivate === true ? exists(ofItem.where(eq(media.itemId, resource.id))) : visible
})

const bySite: Filter = byOneId((id, context, all) =>
  and(inArray(resource.id, itemsOfSites(context.viewer, id)), isAttached(id, all, context)))

/** Does nothing by itself: the filter `site_id` reads this parameter. */
const withSite: Filter = () => undefined

export const items = resourceType({
  ...shared,
  name: 'items',
  entity: 'Item',
  schemas: { representation: Item, input: ItemInput, deleted: DeletedItem },
  operations: OPERATIONS,
  batchKeys: [...shared.batchKeys, 'o:item_set', 'o:site'],
  visible: (viewer) => isVisible(resource, viewer),
  hasIdList: true,
  filters: {
    ...shared.filters,
    item_set_id: described(parameter.integers('In any of these item sets'), bySets((found) => found)),
    not_item_set_id: described(parameter.integers('In none of these item sets'), bySets(noneOf)),
    site_id: described(parameter.integer('Assigned to this site'), bySite, 'row'),
    site_attachments_only: described(
      parameter.flag('1 for those that a page of the site of `site_id` shows'),
      withSite,
      'row'
    ),
    in_sites: described(
      parameter.flag('1 for those in a site, 0 for others; without `site_id`'),
      inSites((viewer) => inArray(resource.id, itemsOfSites(viewer))),
      'row'
    ),
    has_media: described(parameter.flag('1 for those with media, 0 for those without'), hasMedia, 'row')
  },
  sorts: { ...shared.sorts, is_public: sortedBy('Private ones before public ones', resource.isPublic) },
  facets: { ...shared.facets, ...ITEM_FACETS },
  writer: itemWriter
})
