import type { Representation } from '../../../core/answers/answer.js'
import { BASE } from '../../../core/answers/base.js'
import type { Version } from '../image/request.js'
import type { CanvasFacts } from './canvas.js'
import type { Described, Picture } from './described.js'
import type { LanguageMap } from './language-map.js'

/** A link to the resource in a data format. */
export interface DataLink { id: string, format: string, name: string }

interface WholeFacts extends Described {
  /** URL of its web page. */
  page: string | undefined
  data: DataLink[]
  /** Title of the whole collection. */
  collection: string
}

/** The contents of the manifest of an item. */
export interface ManifestFacts extends WholeFacts {
  /** Its item sets. */
  sets: number[]
  /** Whether viewers should present it as a book with pages to turn. */
  isPaged: boolean
}

/** The contents of the collection document of an item set, or of one part of a large one. */
export interface CollectionFacts extends WholeFacts {
  /** Number of the part of a large set; undefined for the whole. */
  part: number | undefined
}

/** A member of a collection: an item, or a part of the set. */
export interface Member {
  id: number
  label: LanguageMap
  thumbnail: Picture | undefined
  part: number | undefined
}

/** Serialises for one version of the IIIF Presentation API. */
export interface Presentation {
  mediaType: string
  /** The manifest without its canvases: the last of its lists is empty. */
  manifest (facts: ManifestFacts): Representation
  canvas (facts: CanvasFacts, itemId: number): Representation
  /** The collection without its members: the last of its lists is empty. */
  collection (facts: CollectionFacts): Representation
  member (member: Member): Representation
}

export function manifestAddress (version: Version, itemId: number): string {
  return `${BASE}/iiif/${version}/${itemId}/manifest`
}

export function collectionAddress (version: Version, setId: number, part?: number): string {
  return `${BASE}/iiif/${version}/${setId}/collection${part === undefined ? '' : `/${part}`}`
}
