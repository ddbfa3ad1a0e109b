import type { ResourceKind } from '../../../db/tables/index.js'
import { withExtension, type ThumbnailType } from '../../../files/types/names.js'
import type { Representation } from './answer.js'
import { BASE } from './base.js'

export const CONTEXT_ADDRESS = `${BASE}/api-context`

/** Begins all addresses in exports of an installation that does not know its own (the setting `baseUrl`). */
export const NAMELESS_BASE = 'urn:vitrine:'

/** The end of a message about a file that cannot be fetched: why, if it was exported without a `baseUrl`. */
export function namelessHint (address: string): string {
  return address.startsWith(NAMELESS_BASE)
    ? '; the installation that exported this does not know its address: set baseUrl (VITRINE_BASE_URL) there, and export again'
    : ''
}

/** Names in URLs of the resource types whose rows are resources, by their kinds. */
export const TYPE_OF_KIND = {
  item: 'items', item_set: 'item_sets', media: 'media', value_annotation: 'value_annotations'
} as const satisfies Record<ResourceKind, string>

/** The URL of a resource. */
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

/** Whether the address of a thumbnail is that of a placeholder, which media without a picture have. */
export function isPlaceholder (address: string): boolean {
  return address.includes('/application/asset/thumbnails/')
}

/** The URL of a stored file. */
export function fileAddress (
  { filesBase }: { filesBase: string },
  folder: 'original' | ThumbnailType | 'asset',
  storageId: string,
  extension: string | null
): string {
  return `${filesBase}/${folder}/${withExtension(storageId, extension)}`
}
