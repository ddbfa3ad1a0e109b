import { isNamespace, isPrefix } from '../../../core/answers/namespaces.js'
import { isBlank } from '../../../values/text.js'
import { MAX_CHARACTERS } from '../../../resources/shared/representation/fields.js'
import { OWN_KEYS } from './collection-file.js'
import type { MemberContent, TemplateContent, TemplateRowContent, VocabularyContent } from './record.js'
import { LineFields } from './line-fields.js'

/** Reads the REST representation of a vocabulary (docs/contract/admin-resources.md §2). */
export function readVocabulary (fields: LineFields): VocabularyContent {
  const namespaceUri = fields.required('o:namespace_uri', MAX_CHARACTERS.name)
  const prefix = fields.required('o:prefix', MAX_CHARACTERS.name)
  if (!isNamespace(namespaceUri)) fields.warnings.push('o:namespace_uri: this is no absolute IRI; no context can hold it')
  if (!isPrefix(prefix)) fields.warnings.push('o:prefix: this is no valid prefix; no context can hold it')
  return {
    namespaceUri,
    prefix,
    label: fields.required('o:label', MAX_CHARACTERS.label),
    comment: fields.text('o:comment'),
    ownerId: fields.reference('o:owner')
  }
}

/** A property or class (docs/contract/admin-resources.md §3). */
export function readMember (fields: LineFields): MemberContent {
  const vocabularyId = fields.reference('o:vocabulary')
  if (vocabularyId === null) fields.refuse('o:vocabulary', 'a reference to the vocabulary')
  return {
    vocabularyId: vocabularyId ?? 0,
    localName: fields.required('o:local_name', MAX_CHARACTERS.name),
    label: fields.required('o:label', MAX_CHARACTERS.label),
    comment: fields.text('o:comment'),
    ownerId: fields.reference(OWN_KEYS.owner)
  }
}

/** A resource template with its rows (docs/contract/admin-resources.md §4). */
export function readTemplate (fields: LineFields): TemplateContent {
  const label = fields.required('o:label', MAX_CHARACTERS.name)
  if (isBlank(label)) fields.refuse('o:label', 'a text that is not blank')
  const rows: TemplateRowContent[] = []
  const seen = new Set<number>()
  for (const member of fields.objects('o:resource_template_property')) {
    const row = readRow(member, fields)
    if (seen.has(row.propertyId)) fields.errors.push(`o:resource_template_property: the property ${row.propertyId} is there twice`)
    seen.add(row.propertyId)
    rows.push(row)
  }
  return {
    label,
    ownerId: fields.reference('o:owner'),
    classId: fields.reference('o:resource_class'),
    titlePropertyId: fields.reference('o:title_property'),
    descriptionPropertyId: fields.reference('o:description_property'),
    rows
  }
}

function readRow (json: Record<string, unknown>, { errors }: LineFields): TemplateRowContent {
  const row = new LineFields(json)
  const propertyId = row.reference('o:property')
  if (propertyId === null) row.refuse('o:property', 'a reference to a property')
  const dataTypes = row.list('o:data_type')
  if (!dataTypes.every((name) => typeof name === 'string')) row.refuse('o:data_type', 'a list of names of data types')
  const content = {
    propertyId: propertyId ?? 0,
    alternateLabel: row.text('o:alternate_label', MAX_CHARACTERS.label),
    alternateComment: row.text('o:alternate_comment'),
    dataTypes: dataTypes as string[],
    isRequired: row.flag('o:is_required', false),
    isPrivate: row.flag('o:is_private', false),
    defaultLang: row.text('o:default_lang', MAX_CHARACTERS.label)
  }
  for (const error of row.errors) errors.push(`o:resource_template_property: ${error}`)
  return content
}
