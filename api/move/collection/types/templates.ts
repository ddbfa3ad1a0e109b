import { asc, eq } from 'drizzle-orm'
import { resourceTemplate, resourceTemplateProperty } from '../../../../db/tables/index.js'
import { OPERATOR } from '../../../core/calls/actor.js'
import { saveRows } from '../../../resources/resource-templates/template-rows.js'
import { MAX_CHARACTERS } from '../../../resources/shared/writing/fields.js'
import { renewTitlesJob } from '../../../resources/shared/titles/renewed-titles.js'
import { isBlank } from '../../../core/calls/given.js'
import { LineFields } from '../read/line-fields.js'
import { part, place, reference, required } from './fields.js'
import { plainType } from './plain-type.js'

const PROPERTY = place('o:resource_template_property', ['properties'])

/** docs/contract/admin-resources.md §4 */
export const templates = plainType({
  table: resourceTemplate,
  fields: {
    label: required('o:label', MAX_CHARACTERS.name),
    ownerId: reference('o:owner', 'users'),
    classId: reference('o:resource_class', 'resource_classes'),
    titlePropertyId: reference('o:title_property', 'properties'),
    descriptionPropertyId: reference('o:description_property', 'properties'),
    rows: part(PROPERTY.key, readRows)
  },
  unique: ['label'],
  existing: 'updated',
  check ({ label }, fields) {
    if (label !== '' && isBlank(label)) fields.refuse('o:label', 'a text that is not blank')
  },
  referencesOf: ({ rows }) => rows.map(({ propertyId: id }) => ({ place: PROPERTY, id })),
  async saveParts ({ database, id: templateId, content, ids, before, writing: { services: { jobs } } }) {
    const rows = content.rows.flatMap(({ propertyId: given, ...row }) => {
      const propertyId = ids.get('properties', given)
      return propertyId === null ? [] : [{ ...row, propertyId }]
    })
    await saveRows({ database }, templateId, rows)
    // Titles depend on the title property of the template.
    if (before === undefined || before.titlePropertyId === ids.get('properties', content.titlePropertyId)) return
    await jobs.add(database, renewTitlesJob.name, { template: templateId }, OPERATOR)
  },
  async partsOf (database, templateId) {
    const rows = await database.select().from(resourceTemplateProperty)
      .where(eq(resourceTemplateProperty.templateId, templateId)).orderBy(asc(resourceTemplateProperty.position))
    return rows.map(({ id, ...row }) => row)
  }
})

function readRows (fields: LineFields) {
  const rows = fields.members(PROPERTY.key, readRow)
  const seen = new Set<number>()
  for (const row of rows) {
    if (seen.has(row.propertyId)) fields.errors.push(`${PROPERTY.key}: the property ${row.propertyId} occurs twice`)
    seen.add(row.propertyId)
  }
  return rows
}

function readRow (row: LineFields) {
  const propertyId = row.reference('o:property')
  if (propertyId === null) row.refuse('o:property', 'a reference to a property')
  const dataTypes = row.list('o:data_type')
  if (!dataTypes.every((name) => typeof name === 'string')) row.refuse('o:data_type', 'a list of names of data types')
  return {
    propertyId: propertyId ?? 0,
    alternateLabel: row.text('o:alternate_label', MAX_CHARACTERS.label),
    alternateComment: row.text('o:alternate_comment'),
    dataTypes: dataTypes as string[],
    isRequired: row.flag('o:is_required', false),
    isPrivate: row.flag('o:is_private', false),
    defaultLang: row.text('o:default_lang', MAX_CHARACTERS.label)
  }
}
