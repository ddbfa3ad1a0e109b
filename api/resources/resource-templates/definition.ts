import { and, eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isVisible, type Viewer } from '../../../db/search/viewer.js'
import { resource, resourceClass, resourceTemplate } from '../../../db/tables/index.js'
import { OPERATIONS } from '../../errors.js'
import { equalsText } from '../../search/filters.js'
import { representTemplates } from './represent.js'
import { resourceTemplateWriter } from './write.js'
import type { ResourceType } from '../../resource-type.js'

const query = new QueryBuilder()

const itemCount = (viewer: Viewer): SQL => sql`${query.select({ count: sql`count(*)` }).from(resource)
  .where(and(eq(resource.templateId, resourceTemplate.id), eq(resource.kind, 'item'), isVisible(resource, viewer)))}`

/** What resources of one sort are described by (contract/admin-resources.md §4). */
export const resourceTemplates: ResourceType = {
  name: 'resource_templates',
  entity: 'ResourceTemplate',
  operations: OPERATIONS,
  table: resourceTemplate,
  visible: () => undefined,
  filters: { label: equalsText(resourceTemplate.labelKey) },
  sorts: {
    label: resourceTemplate.labelKey,
    resource_class_label: sql`${query.select({ key: resourceClass.labelKey }).from(resourceClass).where(eq(resourceClass.id, resourceTemplate.classId))}`,
    item_count: itemCount
  },
  scalars: {
    id: { column: resourceTemplate.id },
    label: { column: resourceTemplate.label },
    owner: { column: resourceTemplate.ownerId },
    resource_class: { column: resourceTemplate.classId },
    title_property: { column: resourceTemplate.titlePropertyId },
    description_property: { column: resourceTemplate.descriptionPropertyId }
  },
  represent: representTemplates,
  async entityOf ({ database }, id) {
    const [row] = await database.select({ id: resourceTemplate.id, ownerId: resourceTemplate.ownerId }).from(resourceTemplate).where(eq(resourceTemplate.id, id))
    return row ?? {}
  },
  writer: resourceTemplateWriter
}
