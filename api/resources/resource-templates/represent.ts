import { asc } from 'drizzle-orm'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { resourceTemplate, resourceTemplateProperty } from '../../../db/tables/index.js'
import type { Representation } from '../../core/answers/answer.js'
import { envelope, reference } from '../../core/answers/addresses.js'
import { groupBy, inOrder } from '../../core/sequence/group-by.js'
import type { ReadContext } from '../definition/read-context.js'

/** Resource templates with their rows (docs/contract/admin-resources.md §4), in two queries. */
export async function representTemplates (
  { database, dataTypes, templateOrder }: ReadContext,
  ids: readonly number[]
): Promise<Map<number, Representation>> {
  const templates = await database.select().from(resourceTemplate).where(isOneOf(resourceTemplate.id, ids))
  const rows = await database.select().from(resourceTemplateProperty)
    .where(isOneOf(resourceTemplateProperty.templateId, ids))
    .orderBy(asc(resourceTemplateProperty.position), asc(resourceTemplateProperty.id))
  const byTemplate = groupBy(rows, (row) => row.templateId)
  for (const [id, order] of templateOrder ?? []) {
    byTemplate.set(id, inOrder(byTemplate.get(id) ?? [], (row) => row.propertyId, order))
  }
  return new Map(templates.map((template) => [template.id, {
    ...envelope('resource_templates', 'o:ResourceTemplate', template.id),
    'o:label': template.label,
    'o:owner': reference('users', template.ownerId),
    'o:resource_class': reference('resource_classes', template.classId),
    'o:title_property': reference('properties', template.titlePropertyId),
    'o:description_property': reference('properties', template.descriptionPropertyId),
    'o:resource_template_property': (byTemplate.get(template.id) ?? []).map((row) => ({
      'o:property': reference('properties', row.propertyId),
      'o:alternate_label': row.alternateLabel,
      'o:alternate_comment': row.alternateComment,
      // Data types that are no longer registered stay stored, but are not shown.
      'o:data_type': row.dataTypes.filter((name) => dataTypes.get(name) !== undefined),
      'o:is_required': row.isRequired,
      'o:is_private': row.isPrivate,
      'o:default_lang': row.defaultLang
    }))
  }]))
}
