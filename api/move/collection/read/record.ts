import type { ResourceKind } from '../../../../db/tables/index.js'
import type { CollectionType } from './collection-file.js'

/**
 * Sequences of ids: items, item sets, media and value annotations share one. Ids are unique within a sequence, in the
 * source and here.
 */
export const SEQUENCES = {
  vocabularies: 'vocabularies',
  properties: 'properties',
  resource_classes: 'resource_classes',
  users: 'users',
  assets: 'assets',
  resource_templates: 'resource_templates',
  item_sets: 'resources',
  items: 'resources',
  media: 'resources',
  value_annotations: 'resources',
  sites: 'sites',
  site_pages: 'site_pages'
} as const satisfies Record<CollectionType, string>

export type Sequence = typeof SEQUENCES[CollectionType]

/** A vocabulary. All ids in these contents are ids of the source. */
export interface VocabularyContent {
  namespaceUri: string
  prefix: string
  label: string
  comment: string | null
  ownerId: number | null
}

/** A property or class. */
export interface MemberContent {
  vocabularyId: number
  localName: string
  label: string
  comment: string | null
  ownerId: number | null
}

export interface UserContent {
  name: string
  email: string
  role: string
  isActive: boolean
  created: number
  modified: number | null
}

/** The name of a stored file, and the URL for fetching it if it does not come with the collection. */
export interface FileContent {
  /** Name within its folder: `3f….jpg`. */
  name: string
  storageId: string
  extension: string | null
  url: string | null
}

export interface AssetContent {
  name: string
  mediaType: string
  altText: string | null
  ownerId: number | null
  file: FileContent
}

export interface TemplateRowContent {
  propertyId: number
  alternateLabel: string | null
  alternateComment: string | null
  dataTypes: string[]
  isRequired: boolean
  isPrivate: boolean
  defaultLang: string | null
}

export interface TemplateContent {
  label: string
  ownerId: number | null
  classId: number | null
  titlePropertyId: number | null
  descriptionPropertyId: number | null
  rows: TemplateRowContent[]
}

/** A value. Its property is given by the term and optionally by the id in the source. */
export interface ValueContent {
  term: string
  propertyId: number | null
  type: string
  text: string | null
  lang: string | null
  uri: string | null
  link: number | null
  isPublic: boolean
  annotation: { id: number | null, values: ValueContent[] } | null
}

/** Members that the four kinds of resource have in common. */
export interface ResourceContent {
  kind: ResourceKind
  ownerId: number | null
  classId: number | null
  /** Term of the class, for a source that does not give the class of an id. */
  classTerm: string | null
  templateId: number | null
  thumbnailId: number | null
  isPublic: boolean
  created: number | null
  modified: number | null
  values: ValueContent[]
  item?: ItemContent
  isOpen?: boolean
  media?: MediaContent
}

export interface ItemContent {
  itemSets: number[]
  sites: number[]
  /** Media in their order; empty when each media gives its position. */
  media: number[]
  /** The media chosen as the primary one. */
  primaryMediaId: number | null
}

export interface MediaContent {
  itemId: number
  ingester: string
  renderer: string
  data: unknown
  source: string | null
  mediaType: string | null
  file: FileContent | null
  sha256: string | null
  size: number | null
  hasOriginal: boolean
  hasThumbnails: boolean
  /** Undefined: by its place among the media of the item. */
  position?: number | null
  lang: string | null
  altText: string | null
}

export interface SiteContent {
  slug: string
  theme: string
  title: string
  summary: string | null
  thumbnailId: number | null
  navigation: unknown[]
  homepageId: number | null
  itemPool: unknown
  ownerId: number | null
  isPublic: boolean
  assignNewItems: boolean
  created: number | null
  modified: number | null
  permissions: Array<{ userId: number, role: string }>
  itemSets: number[]
}

export interface BlockContent {
  layout: string
  data: unknown
  layoutData: unknown
  attachments: Array<{ itemId: number | null, mediaId: number | null, caption: string }>
}

export interface PageContent {
  siteId: number
  slug: string
  title: string
  isPublic: boolean
  layout: string | null
  layoutData: unknown
  created: number | null
  modified: number | null
  blocks: BlockContent[]
}

/** The content of records, by type. */
export interface Contents {
  vocabularies: VocabularyContent
  properties: MemberContent
  resource_classes: MemberContent
  users: UserContent
  assets: AssetContent
  resource_templates: TemplateContent
  item_sets: ResourceContent
  items: ResourceContent
  media: ResourceContent
  value_annotations: ResourceContent
  sites: SiteContent
  site_pages: PageContent
}

/** A parsed line of a collection. */
export interface CollectionRecord<T extends CollectionType = CollectionType> {
  type: T
  /** Id in the source. */
  id: number
  /** Counted from 1. */
  line: number
  content: Contents[T]
  /** Detects changes of the content. What REST computes, such as titles of linked resources, is not part of it. */
  digest: string
  /** Messages about what is left out. */
  warnings: string[]
  /** Unknown data types of values that were converted to texts, URIs or links. */
  converted: string[]
}

export type AnyRecord = { [T in CollectionType]: CollectionRecord<T> }[CollectionType]
