import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isValueVisible, type Viewer } from '../../../db/query/statements/viewer.js'
import { property, resource, value } from '../../../db/tables/index.js'
import { memberWriter } from './vocabulary-members.js'
import { resourceType } from '../definition/resource-type.js'
import { memberDefinition, usageFilters } from './members.js'
import { DeletedProperty, Property, PropertyInput } from '../../../schemas/vocabularies/terms.js'
import { sortedBy } from '../../search/query/searchable.js'

const query = new QueryBuilder()
const shared = memberDefinition(property, 'properties', 'o:Property', 'properties')

const valueCount = (viewer: Viewer): SQL => sql`${query.select({ count: sql`count(*)` }).from(value)
  .innerJoin(resource, eq(resource.id, value.resourceId))
    .where(and(eq(value.propertyId, property.id), isValueVisible(viewer)))}`

const usedBy = (condition: SQL | undefined): SQL =>
  inArray(property.id, query.selectDistinct({ id: value.propertyId }).from(value)
    .innerJoin(resource, eq(resource.id, value.resourceId)).where(condition))

export const properties = resourceType({
  ...shared,
  entity: 'Property',
  schemas: { representation: Property, input: PropertyInput, deleted: DeletedProperty },
  filters: { ...shared.filters, ...usageFilters(usedBy, isValueVisible) },
  sorts: { ...shared.sorts, item_count: sortedBy('Number of values that you may see', valueCount) },
  writer: memberWriter(property, 'Property')
})
