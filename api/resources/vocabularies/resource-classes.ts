import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isResourceVisible, isVisible, type Viewer } from '../../../db/query/statements/viewer.js'
import { resource, resourceClass } from '../../../db/tables/index.js'
import { memberWriter } from './vocabulary-members.js'
import { resourceType } from '../definition/resource-type.js'
import { memberDefinition, usageFilters } from './members.js'
import { DeletedResourceClass, ResourceClass, ResourceClassInput } from '../../../schemas/vocabularies/terms.js'
import { sortedBy } from '../../search/query/searchable.js'

const query = new QueryBuilder()
const shared = memberDefinition(resourceClass, 'resource_classes', 'o:ResourceClass', 'classes')

const itemCount = (viewer: Viewer): SQL => sql`${query.select({ count: sql`count(*)` }).from(resource)
  .where(and(eq(resource.classId, resourceClass.id), eq(resource.kind, 'item'), isVisible(resource, viewer)))}`

const isUsing = (viewer: Viewer): SQL | undefined => viewer.disclosesPrivate === true
  ? isVisible(resource, viewer)
  : isResourceVisible(viewer)

const usedBy = (condition: SQL | undefined): SQL =>
  inArray(resourceClass.id, query.select({ id: resource.classId }).from(resource)
    .where(and(isNotNull(resource.classId), condition)))

export const resourceClasses = resourceType({
  ...shared,
  entity: 'ResourceClass',
  schemas: { representation: ResourceClass, input: ResourceClassInput, deleted: DeletedResourceClass },
  filters: { ...shared.filters, ...usageFilters(usedBy, isUsing) },
  sorts: { ...shared.sorts, item_count: sortedBy('Number of items of the class that you may see', itemCount) },
  writer: memberWriter(resourceClass, 'ResourceClass')
})
