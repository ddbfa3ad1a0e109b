import type { Item } from '../../../schemas/resources/items.js'
import type { ItemSet } from '../../../schemas/resources/item-sets.js'
import type { Media } from '../../../schemas/resources/media.js'
import type { Value } from '../../../schemas/shared/values.js'
import type { Words } from '../../languages/languages.js'
import { isPlaceholder } from '../../../api/core/answers/addresses.js'
import { sourceName } from '../../../files/types/names.js'

/** Resource types that have public pages. */
export type Resource = Item | Media | ItemSet

export type ResourceName = 'items' | 'item_sets' | 'media'

export const FOLDERS: Record<ResourceName, string> = { items: 'items', item_sets: 'item-sets', media: 'media' }

export const isResourceName = (name: string): name is ResourceName => Object.hasOwn(FOLDERS, name)

/** Address of the page of a resource. @param path of the installation. */
export function pageAddress (path: string, name: ResourceName, id: number): string {
  return `${path}/${FOLDERS[name]}/${id}`
}

/** The type of a resource, which is in its address. */
export function nameOf ({ '@id': address }: { '@id': string }): ResourceName {
  const [name = ''] = address.split('/').slice(-2)
  return isResourceName(name) ? name : 'items'
}

export function titleOf ({ 'o:title': title }: { 'o:title': string | null }, words: Words): string {
  return title === null || title === '' ? words.explore.untitled : title
}

/** The text of a value, without markup. */
export function textOf (value: Value): string {
  const { display_title: title, 'o:label': label, '@value': text, '@id': uri } = value as Record<string, unknown>
  return String(title ?? label ?? text ?? uri ?? '')
}

/** The text of the first value among these properties, in their order. */
export function firstText (resource: object, terms: readonly string[]): string | undefined {
  const values = resource as Record<string, Value[] | undefined>
  for (const term of terms) {
    const [value] = values[term] ?? []
    if (value !== undefined) return textOf(value)
  }
  return undefined
}

const DESCRIPTIONS = ['dcterms:description', 'dcterms:abstract', 'bibo:shortDescription']

/** The beginning of a description. */
export function descriptionOf (resource: object, most: number): string | undefined {
  const text = firstText(resource, DESCRIPTIONS)
  return text === undefined ? undefined : excerptOf(text, most)
}

/** The beginning of a text, cut between words. */
export function excerptOf (text: string, most: number): string {
  // Cut first, because texts may be very long.
  const beginning = text.slice(0, 4 * most).replaceAll(/\s+/g, ' ').trim()
  if (beginning.length <= most) return beginning
  const cut = beginning.lastIndexOf(' ', most)
  return `${beginning.slice(0, cut > 0 ? cut : most)} …`
}

/** The address of a thumbnail; undefined if there is none, or only a placeholder: pages show the title instead. */
export function pictureOf ({ thumbnail_display_urls: { large } }: Resource): string | undefined {
  return large === null || isPlaceholder(large) ? undefined : large
}

/** The title of a media, otherwise the name of its file. */
export function mediaTitle (media: Media, words: Words): string {
  return media['o:title'] || sourceName(media['o:source']) || titleOf(media, words)
}

/** The URL from which a media was fetched; undefined for an uploaded file. */
export function addressIn (source: string | null): string | undefined {
  return source !== null && /^https?:\/\/\S+$/i.test(source) ? source : undefined
}
