import { BASE, type Representation } from './answer.js'
import type { ResourceKind } from '../db/tables/index.js'

/** Name in addresses of each kind of resource. */
export const RESOURCE_NAMES: Record<ResourceKind, string> = {
  item: 'items', item_set: 'item_sets', media: 'media', value_annotation: 'value_annotations'
}

/** Name in messages of each kind of resource. */
export const ENTITY_NAMES: Record<ResourceKind, string> = {
  item: 'Item', item_set: 'ItemSet', media: 'Media', value_annotation: 'ValueAnnotation'
}

export const CONTEXT_ADDRESS = `${BASE}/api-context`

/** Where a resource is read. */
export function address (resourceName: string, id: number | string): string {
  return `${BASE}/api/${resourceName}/${id}`
}

/** A reference to another resource; null stays null. */
export function reference (resourceName: string, id: number | null): Representation | null {
  return id === null ? null : { '@id': address(resourceName, id), 'o:id': id }
}

/** A reference to a resource that is deleted together with the one that refers to it. */
export function deletedReference (resourceName: string): Representation {
  return { '@id': `${BASE}/api/${resourceName}`, 'o:id': null }
}

/** The members that every representation begins with (docs/contract/http.md §11). */
export function envelope (resourceName: string, type: string | string[], id: number | string): Representation {
  return { '@context': CONTEXT_ADDRESS, '@id': address(resourceName, id), '@type': type, 'o:id': id }
}

/** The name of a stored file: its storage id with its extension, if it has one. */
export function fileName (storageId: string, extension: string | null): string {
  return extension === null || extension === '' ? storageId : `${storageId}.${extension}`
}

/** Where a stored file is served. */
export function fileAddress (
  { filesBase }: { filesBase: string },
  folder: 'original' | 'large' | 'medium' | 'square' | 'asset',
  storageId: string,
  extension: string | null
): string {
  return `${filesBase}/${folder}/${fileName(storageId, extension)}`
}
