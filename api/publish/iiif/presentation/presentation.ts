import type { Representation } from '../../../core/answers/answer.js'
import type { CanvasFacts } from './canvas.js'
import type { Described, Picture } from './described.js'
import type { LanguageMap } from './language-map.js'

/** The same resource as data. */
export interface DataLink { id: string, format: string, name: string }

interface WholeFacts extends Described {
  /** Address of its page for people. */
  page: string | undefined
  data: DataLink[]
  /** Title of the whole collection. */
  collection: string
}

/** An item, to viewers. */
export interface ManifestFacts extends WholeFacts {
  /** Its item sets. */
  sets: number[]
  /** It is read by turning pages. */
  isPaged: boolean
}

/** An item set, or one page of a large one. */
export interface CollectionFacts extends WholeFacts {
  /** Which part of a large set; undefined for the whole. */
  part: number | undefined
}

/** What a collection lists: an item, or a page of the set. */
export interface Member {
  id: number
  label: LanguageMap
  thumbnail: Picture | undefined
  part: number | undefined
}

/** A document whose last member is a list, which is made element by element. */
export interface Frame { document: Representation, open: string, close: string }

/** How a version of the IIIF Presentation API writes things down. */
export interface Presentation {
  mediaType: string
  manifest (facts: ManifestFacts): Frame
  canvas (facts: CanvasFacts, itemId: number): Representation
  collection (facts: CollectionFacts): Frame
  member (member: Member): Representation
}
