import { and, eq, exists, inArray, not, sql, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isVisible } from '../../../db/search/viewer.js'
import { itemItemSet, media, resource } from '../../../db/tables/index.js'
import { ITEM_FACETS } from '../../search/facets/related.js'
import { isFlag, numbers } from '../../search/filters.js'
import { isNumeric, toInteger } from '../../numbers.js'
import type { SearchContext } from '../../search/context.js'
import { OPERATIONS } from '../../errors.js'
import type { ResourceType } from '../../resource-type.js'
import type { Filter } from '../../search/searchable.js'
import { itemsOfSites } from '../shared/site-contents.js'
import { isAttached } from '../shared/site-attachments.js'
import { resourceDefinition } from '../shared/definition.js'
import { itemWriter } from './write.js'

const query = new QueryBuilder()
const shared = resourceDefinition('item')

/** In one of the sets, as far as the viewer may see them. */
function inSets (ids: number[], { viewer }: SearchContext): SQL {
  const set = alias(resource, 'set')
  return inArray(resource.id, query.select({ id: itemItemSet.itemId }).from(itemItemSet).innerJoin(set, eq(set.id, itemItemSet.itemSetId))
    .where(and(inArray(itemItemSet.itemSetId, ids), isVisible(set, viewer))))
}

const bySets = (condition: (found: SQL) => SQL): Filter => (value, context) => {
  const ids = numbers(value)
  return ids === undefined ? undefined : condition(inSets(ids, context))
}

const hasMedia: Filter = (value, context, all) => isFlag((flag) => {
  const { viewer } = context
  const ofItem = query.select({ one: sql`1` }).from(media)
  const picture = alias(resource, 'picture')
  const visible = exists(ofItem.innerJoin(picture, eq(picture.id, media.id))
    .where(and(eq(media.itemId, resource.id), isVisible(picture, viewer))))
  if (!flag) return not(visible)
  // The reference finds items by media that nobody sees, too (docs/contract/search.md §9.1).
  return viewer.disclosesPrivate === true ? exists(ofItem.where(eq(media.itemId, resource.id))) : visible
})(value, context, all)

const bySite: Filter = (value, context, all) => {
  if (!isNumeric(value)) return undefined
  return and(inArray(resource.id, itemsOfSites(context.viewer, toInteger(value))), isAttached(value, all, context))
}

/** Only where no site is named. */
const inSites: Filter = (value, context, all) => isNumeric(all.site_id)
  ? undefined
  : isFlag((flag) => {
    const assigned = inArray(resource.id, itemsOfSites(context.viewer))
    return flag ? assigned : not(assigned)
  })(value, context, all)

export const items: ResourceType = {
  ...shared,
  name: 'items',
  entity: 'Item',
  operations: OPERATIONS,
  batchKeys: [...shared.batchKeys, 'o:item_set', 'o:site'],
  visible: (viewer) => isVisible(resource, viewer),
  keepsIdList: true,
  filters: {
    ...shared.filters,
    item_set_id: bySets((found) => found),
    not_item_set_id: bySets(not),
    site_id: bySite,
    in_sites: inSites,
    has_media: hasMedia
  },
  sorts: { ...shared.sorts, is_public: resource.isPublic },
  facets: { ...shared.facets, ...ITEM_FACETS },
  writer: itemWriter
}
