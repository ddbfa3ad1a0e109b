import type { ResourceKind } from '../../../../db/tables/index.js'
import { TYPE_OF_KIND } from '../../../core/answers/addresses.js'
import { asList, isObject } from '../../../core/calls/payload.js'
import { MAX_CHARACTERS } from '../../../resources/shared/writing/fields.js'
import type { DataTypes } from '../../../values/data-types.js'
import { OWN_KEYS } from '../read/collection-file.js'
import { readFileName, type FileContent } from '../read/collection-files.js'
import { isEmpty, type LineFields } from '../read/line-fields.js'
import { place, type Place } from './fields.js'
import type { RecordContext, RecordType, VisitReference } from './record-type.js'
import { readValues, type ValueContent } from './values.js'

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

/** A kind of resource (docs/contract/resources.md §1–§6). */
export function resources (kind: ResourceKind): RecordType<ResourceContent> {
  return {
    read: (fields, context) => readResource(kind, fields, context),
    forEachReference,
    ...(kind === 'media' && {
      htmlOf: ({ media }: ResourceContent) => media!.ingester === 'html' ? htmlIn(media!.data) : []
    })
  }
}

/** The HTML in the data of a media or block. */
export function htmlIn (data: unknown): string[] {
  return isObject(data) && typeof data.html === 'string' ? [data.html] : []
}

function readResource (kind: ResourceKind, fields: LineFields, context: RecordContext): ResourceContent {
  const isAnnotation = kind === 'value_annotation'
  return {
    kind,
    ownerId: fields.reference('o:owner'),
    classId: fields.reference('o:resource_class'),
    classTerm: classTerm(fields),
    templateId: fields.reference('o:resource_template'),
    thumbnailId: fields.reference('o:thumbnail'),
    isPublic: fields.flag('o:is_public', true),
    created: fields.date('o:created'),
    modified: fields.date('o:modified'),
    // Values of an annotation come with the value that it describes.
    values: isAnnotation ? [] : readValues(fields.json, context, fields),
    ...(kind === 'item' && { item: readItem(fields) }),
    ...(kind === 'item_set' && { isOpen: fields.flag('o:is_open', false) }),
    ...(kind === 'media' && { media: readMedia(fields) })
  }
}

/** The class in `@type`, which also has `o:Item` and the like. */
function classTerm (fields: LineFields): string | null {
  const types = asList(fields.get('@type') ?? [])
  const term = types.find((type) => typeof type === 'string' && !/^o(?:-[a-z]+)?:/.test(type))
  return (term ?? null) as string | null
}

function readItem (fields: LineFields): ItemContent {
  const media = fields.references('o:media')
  const shown = fields.reference('o:primary_media')
  const isExact = fields.has(OWN_KEYS.primaryMedia)
  return {
    itemSets: fields.references('o:item_set').sort((a, b) => a - b),
    sites: fields.references('o:site').sort((a, b) => a - b),
    // In a file with exact keys, each media has its position.
    media: isExact ? [] : media,
    primaryMediaId: isExact ? chosenMedia(fields) : shown === media[0] ? null : shown
  }
}

function chosenMedia (fields: LineFields): number | null {
  const given = fields.get(OWN_KEYS.primaryMedia)
  return isObject(given) ? fields.reference(OWN_KEYS.primaryMedia) : fields.id(OWN_KEYS.primaryMedia)
}

function readMedia (fields: LineFields): MediaContent {
  const data = fields.get('data') ?? null
  const sha256 = fields.text('o:sha256')
  if (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256)) fields.refuse('o:sha256', '64 hexadecimal digits or null')
  const size = fields.integer('o:size')
  if (size !== null && size < 0) fields.refuse('o:size', 'a number of bytes or null')
  const itemId = fields.reference('o:item')
  if (itemId === null) fields.refuse('o:item', 'a reference to the item of the media')
  const file = readFileName(fields, 'o:filename', 'o:original_url')
  return {
    itemId: itemId ?? 0,
    ingester: fields.required('o:ingester', MAX_CHARACTERS.label),
    renderer: fields.required('o:renderer', MAX_CHARACTERS.label),
    data: isEmpty(data) ? null : data,
    source: fields.text('o:source'),
    mediaType: fields.text('o:media_type', MAX_CHARACTERS.label),
    file,
    sha256,
    size,
    hasOriginal: file !== null && fields.text('o:original_url') !== null,
    hasThumbnails: file !== null && !isEmpty(fields.get('o:thumbnail_urls') ?? null),
    ...(fields.has(OWN_KEYS.position) && { position: fields.integer(OWN_KEYS.position) }),
    lang: fields.text('o:lang', MAX_CHARACTERS.name),
    altText: fields.text('o:alt_text')
  }
}

const OWNER = place('o:owner', ['users'])
const CLASS = place('o:resource_class', ['resource_classes'])
const TEMPLATE = place('o:resource_template', ['resource_templates'])
const THUMBNAIL = place('o:thumbnail', ['assets'])
const ITEM_SET = place('o:item_set', ['item_sets'])
const SITE = place('o:site', ['sites'])
const ITEM = place('o:item', ['items'], true)

/** Places of links, by data type. */
const linkPlaces = new Map<string, Place>()

/** The place for links of a data type, which determines the allowed types. */
function linkPlace (type: string, dataTypes: DataTypes): Place {
  let known = linkPlaces.get(type)
  if (known === undefined) {
    const kinds = dataTypes.get(type)?.links ?? []
    linkPlaces.set(type, known = place(type, kinds.map((kind) => TYPE_OF_KIND[kind])))
  }
  return known
}

function forEachReference (content: ResourceContent, visit: VisitReference, dataTypes: DataTypes): void {
  const { ownerId, classId, classTerm, templateId, thumbnailId, item, media, values } = content
  if (ownerId !== null) visit(OWNER, ownerId)
  // The term identifies the class as well.
  if (classId !== null && classTerm === null) visit(CLASS, classId)
  if (templateId !== null) visit(TEMPLATE, templateId)
  if (thumbnailId !== null) visit(THUMBNAIL, thumbnailId)
  for (const id of item?.itemSets ?? []) visit(ITEM_SET, id)
  for (const id of item?.sites ?? []) visit(SITE, id)
  if (media !== undefined) visit(ITEM, media.itemId)
  forEachLink(values, (value) => { visit(linkPlace(value.type, dataTypes), value.link) })
}

/** Calls `visit` with each value that is a link, including values of annotations. */
export function forEachLink (
  values: readonly ValueContent[], visit: (value: ValueContent & { link: number }) => void
): void {
  for (const value of values) {
    if (value.link !== null) visit(value as ValueContent & { link: number })
    if (value.annotation !== null) forEachLink(value.annotation.values, visit)
  }
}
