import { COLLECTION_TYPES, COLLECTION_TYPE_NAMES, type CollectionType } from '../../collection/read/collection-file.js'

export interface MirroredType {
  name: CollectionType
  /** The `@type` of its records. */
  jsonType: string
  /** Whether `modified` reveals every change. Other types have few records, which each run reads completely. */
  hasModified: boolean
  /** Folder of its files. */
  files: 'original' | 'asset' | null
}

const WITH_MODIFIED: ReadonlySet<CollectionType> = new Set(['item_sets', 'items', 'media'])

/**
 * In the order of reading and writing. Value annotations have no URLs of their own: they come with the values that
 * they annotate (docs/contract/resources.md §6).
 */
export const MIRRORED_TYPES: readonly MirroredType[] = COLLECTION_TYPE_NAMES
  .filter((name) => name !== 'value_annotations')
  .map((name) => ({
    name,
    jsonType: COLLECTION_TYPES[name],
    hasModified: WITH_MODIFIED.has(name),
    files: name === 'media' ? 'original' : name === 'assets' ? 'asset' : null
  }))

/** Types of the reference that are not part of a collection; all others belong to modules. */
export const OTHER_TYPES: ReadonlySet<string> = new Set([
  'value_annotations', 'modules', 'jobs', 'webhooks', 'resources', 'api_resources', 'data_types'
])
