import { eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { resource, resourceClass, resourceTemplate } from '../../../db/tables/index.js'
import { any, everyone, granted, own, roles } from '../../access/access.js'
import { OPERATIONS } from '../../core/calls/errors.js'
import { equalsText } from '../../search/query/filters.js'
import { representTemplates } from './represent.js'
import { resourceTemplateWriter } from './write.js'
import { resourceType, rowEntity } from '../definition/resource-type.js'
import { itemCount } from '../shared/definition.js'
import {
  DeletedResourceTemplate,
  ResourceTemplate,
  ResourceTemplateInput
} from '../../../schemas/vocabularies/resource-templates.js'
import * as parameter from '../../../schemas/shared/parameters.js'
import { described, scalar, sortedBy } from '../../search/query/searchable.js'

const query = new QueryBuilder()

const classLabel = query.select({ key: resourceClass.labelKey }).from(resourceClass)
  .where(eq(resourceClass.id, resourceTemplate.classId))

/** Templates define which properties describe a kind of resource, and how (docs/contract/admin-resources.md §4). */
export const resourceTemplates = resourceType({
  name: 'resource_templates',
  entity: 'ResourceTemplate',
  schemas: { representation: ResourceTemplate, input: ResourceTemplateInput, deleted: DeletedResourceTemplate },
  definesTerms: true,
  operations: OPERATIONS,
  allows: granted({
    read: everyone(),
    create: roles(any, 'author', 'editor', 'site_admin', 'global_admin'),
    update: { author: own, ...roles(any, 'editor', 'site_admin', 'global_admin') },
    delete: { author: own, ...roles(any, 'editor', 'site_admin', 'global_admin') }
  }),
  table: resourceTemplate,
  visible: () => undefined,
  filters: { label: described(parameter.texts('Label'), equalsText(resourceTemplate.labelKey)) },
  sorts: {
    label: sortedBy('Label', resourceTemplate.labelKey),
    resource_class_label: sortedBy('Label of the class', sql`${classLabel}`),
    item_count: sortedBy(
      'Number of items that use it and that you may see', itemCount(resource.templateId, resourceTemplate.id)
    )
  },
  scalars: {
    id: scalar('Id', resourceTemplate.id),
    label: scalar('Label', resourceTemplate.label),
    owner: scalar('Id of the owner', resourceTemplate.ownerId),
    resource_class: scalar('Id of the class', resourceTemplate.classId),
    title_property: scalar('Id of the title property', resourceTemplate.titlePropertyId),
    description_property: scalar('Id of the description property', resourceTemplate.descriptionPropertyId)
  },
  represent: representTemplates,
  entityOf: rowEntity(resourceTemplate, { ownerId: resourceTemplate.ownerId }),
  writer: resourceTemplateWriter
})
