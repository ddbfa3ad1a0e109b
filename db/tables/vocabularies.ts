import { flag, id, index, int, json, string, table, uniqueIndex } from './columns.js'
import { user } from './people.js'

/** A namespace of properties and classes. The `…Key` columns hold collation keys. */
export const vocabulary = table('vocabulary', {
  id: id(),
  ownerId: int('owner_id').references(() => user.id, { onDelete: 'set null' }),
  namespaceUri: string('namespace_uri').notNull(),
  namespaceUriKey: string('namespace_uri_key').notNull(),
  prefix: string('prefix').notNull(),
  prefixKey: string('prefix_key').notNull(),
  label: string('label').notNull(),
  labelKey: string('label_key').notNull(),
  comment: string('comment'),
  commentKey: string('comment_key')
}, (t) => [uniqueIndex('vocabulary_prefix').on(t.prefixKey), uniqueIndex('vocabulary_namespace').on(t.namespaceUriKey)])

/** Columns that properties and classes share; local names are compared byte by byte. */
const member = () => ({
  id: id(),
  ownerId: int('owner_id').references(() => user.id, { onDelete: 'set null' }),
  vocabularyId: int('vocabulary_id').notNull().references(() => vocabulary.id, { onDelete: 'cascade' }),
  localName: string('local_name').notNull(),
  label: string('label').notNull(),
  labelKey: string('label_key').notNull(),
  comment: string('comment'),
  commentKey: string('comment_key')
})

export const property = table('property', member(), (t) => [
  uniqueIndex('property_term').on(t.vocabularyId, t.localName)
])

export const resourceClass = table('resource_class', member(), (t) => [
  uniqueIndex('resource_class_term').on(t.vocabularyId, t.localName), index('resource_class_label').on(t.labelKey)
])

export const resourceTemplate = table('resource_template', {
  id: id(),
  ownerId: int('owner_id').references(() => user.id, { onDelete: 'set null' }),
  label: string('label').notNull(),
  labelKey: string('label_key').notNull(),
  classId: int('class_id').references(() => resourceClass.id, { onDelete: 'set null' }),
  titlePropertyId: int('title_property_id').references(() => property.id, { onDelete: 'set null' }),
  descriptionPropertyId: int('description_property_id').references(() => property.id, { onDelete: 'set null' })
}, (t) => [uniqueIndex('resource_template_label').on(t.labelKey)])

/** A row of a template, in `position` order from 1. */
export const resourceTemplateProperty = table('resource_template_property', {
  id: id(),
  templateId: int('template_id').notNull().references(() => resourceTemplate.id, { onDelete: 'cascade' }),
  propertyId: int('property_id').notNull().references(() => property.id, { onDelete: 'cascade' }),
  position: int('position').notNull(),
  alternateLabel: string('alternate_label'),
  alternateComment: string('alternate_comment'),
  dataTypes: json<string[]>('data_types').notNull(),
  isRequired: flag('is_required').notNull(),
  isPrivate: flag('is_private').notNull(),
  defaultLang: string('default_lang')
}, (t) => [uniqueIndex('resource_template_property_once').on(t.templateId, t.propertyId)])

/**
 * `terms`: number of changes of vocabularies and templates. A commit notice only says that everything may be stale
 * (write-notes.ts); by this number each process and thread knows whether it has to read the terms again. `counted`, in
 * SQLite: sum of the highest ids of some tables up to which new rows were taken up (db/sqlite/write/change-queue.ts).
 */
export const stamp = table('stamp', {
  id: string('id').primaryKey(),
  changes: int('changes').notNull()
})
