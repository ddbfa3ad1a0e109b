import type { CollectionType } from '../read/collection-file.js'
import { assets } from './assets.js'
import type { RecordReference } from './fields.js'
import { pages } from './pages.js'
import type { PlainType } from './plain-type.js'
import type { RecordType } from './record-type.js'
import { resources } from './resources.js'
import { sites } from './sites.js'
import { templates } from './templates.js'
import { users } from './users.js'
import { classes, properties, vocabularies } from './vocabularies.js'

/** How the records of each type are read, checked and written. */
const RECORD_TYPES = {
  vocabularies,
  properties,
  resource_classes: classes,
  users,
  assets,
  resource_templates: templates,
  item_sets: resources('item_set'),
  items: resources('item'),
  media: resources('media'),
  value_annotations: resources('value_annotation'),
  sites,
  site_pages: pages
} as const satisfies Record<CollectionType, RecordType<unknown>>

export type Contents = { [T in CollectionType]: ReturnType<typeof RECORD_TYPES[T]['read']> }

export interface CollectionRecord<T extends CollectionType = CollectionType> {
  type: T
  /** Id in the source. */
  id: number
  /** Counted from 1. */
  line: number
  content: Contents[T]
  references: RecordReference[]
  /** Detects changes of the content. What REST computes, such as titles of linked resources, is not part of it. */
  digest: string
  /** Messages about what is left out. */
  warnings: string[]
  /** Unknown data types of values that were converted to texts, URIs or links. */
  converted: string[]
}

export type AnyRecord = { [T in CollectionType]: CollectionRecord<T> }[CollectionType]

/** A type other than resources; undefined for resources. */
export function plainTypeOf (type: CollectionType): PlainType | undefined {
  const found: RecordType<unknown> | PlainType = RECORD_TYPES[type]
  return 'table' in found ? found : undefined
}

export function recordType (type: CollectionType): RecordType<unknown> {
  return RECORD_TYPES[type]
}
