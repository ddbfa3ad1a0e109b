import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isValueVisible, type Viewer } from '../../../db/search/viewer.js'
import { property, resource, value } from '../../../db/tables/index.js'
import { OPERATIONS } from '../../errors.js'
import { isTruthy } from '../../search/filters.js'
import { memberWriter } from './vocabulary-members.js'
import type { ResourceType } from '../../resource-type.js'
import { memberDefinition, siteFilters } from './members.js'

const query = new QueryBuilder()
const shared = memberDefinition(property, 'properties', 'o:Property', 'properties')

const valueCount = (viewer: Viewer): SQL => sql`${query.select({ count: sql`count(*)` }).from(value)
  .innerJoin(resource, eq(resource.id, value.resourceId)).where(and(eq(value.propertyId, property.id), isValueVisible(viewer)))}`

const usedBy = (condition: SQL | undefined): SQL => inArray(property.id, query.selectDistinct({ id: value.propertyId }).from(value)
  .innerJoin(resource, eq(resource.id, value.resourceId)).where(condition))

export const properties: ResourceType = {
  ...shared,
  entity: 'Property',
  operations: OPERATIONS,
  filters: {
    ...shared.filters,
    used: (given, { viewer }) => isTruthy(given) ? usedBy(isValueVisible(viewer)) : undefined,
    // The reference counts hidden values and resources here.
    ...siteFilters((condition, viewer) => usedBy(viewer.disclosesPrivate === true ? condition : and(condition, isValueVisible(viewer))))
  },
  sorts: { ...shared.sorts, item_count: valueCount },
  writer: memberWriter(property, 'Property')
}
