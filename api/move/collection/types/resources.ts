import type { ResourceKind } from '../../../../db/tables/index.js'
import { TYPE_OF_KIND } from '../../../core/answers/addresses.js'
import { asList, isObject } from '../../../core/calls/given.js'
import { MAX_CHARACTERS } from '../../../resources/shared/writing/fields.js'
import type { DataTypes } from '../../../values/data-types.js'
import { OWN_KEYS } from '../read/collection-file.js'
import { readFileName } from '../read/collection-files.js'
import { isEmpty, type LineFields } from '../read/line-fields.js'
import {
  date, flag, part, place, readFields, reference, referencesIn, type ContentOf, type RecordReference
} from './fields.js'
import type { RecordContext, RecordType } from './record-type.js'
import { readValues, type ValueContent } from './values.js'

/** Members that the four kinds of resource have in common. */
const fields = {
  ownerId: reference('o:owner', 'users'),
  classId: reference('o:resource_class', 'resource_classes'),
  /** Term of the class, for a source that does not give the class of an id. */
  classTerm: part('@type', classTerm),
  templateId: reference('o:resource_template', 'resource_templates'),
  thumbnailId: reference('o:thumbnail', 'assets'),
  isPublic: flag('o:is_public', true),
  created: date('o:created'),
  modified: date('o:modified')
}

export interface ResourceContent extends ContentOf<typeof fields> {
  kind: ResourceKind
  values: ValueContent[]
  item?: ItemContent
  isOpen?: boolean
  media?: MediaContent
}

export type ItemContent = ReturnType<typeof readItem>
export type MediaContent = ReturnType<typeof readMedia>

/** A kind of resource (docs/contract/resources.md §1–§6). */
export function resources (kind: ResourceKind): RecordType<ResourceContent> {
  return {
    read: (fields, context) => readResource(kind, fields, context),
    referencesOf,
    ...(kind === 'media' && {
      htmlOf: ({ media }: ResourceContent) => media!.ingester === 'html' ? htmlIn(media!.data) : []
    })
  }
}

/** The HTML in the data of a media or block. */
export function htmlIn (data: unknown): string[] {
  return isObject(data) && typeof data.html === 'string' ? [data.html] : []
}

function readResource (kind: ResourceKind, line: LineFields, context: RecordContext): ResourceContent {
  return {
    kind,
    ...readFields(fields, line),
    // Values of an annotation come with the value that it describes.
    values: kind === 'value_annotation' ? [] : readValues(line.json, context, line),
    ...(kind === 'item' && { item: readItem(line) }),
    ...(kind === 'item_set' && { isOpen: line.flag('o:is_open', false) }),
    ...(kind === 'media' && { media: readMedia(line) })
  }
}

/** The class in `@type`, which also has `o:Item` and the like. */
function classTerm (fields: LineFields): string | null {
  const types = asList(fields.get('@type') ?? [])
  const term = types.find((type) => typeof type === 'string' && !/^o(?:-[a-z]+)?:/.test(type))
  return (term ?? null) as string | null
}

function readItem (fields: LineFields) {
  const media = fields.references('o:media')
  const shown = fields.reference('o:primary_media')
  const isExact = fields.has(OWN_KEYS.primaryMedia)
  return {
    itemSets: fields.references('o:item_set').sort((a, b) => a - b),
    sites: fields.references('o:site').sort((a, b) => a - b),
    // In their order. In a file with exact keys, each media has its position.
    media: isExact ? [] : media,
    // The media chosen as the primary one.
    primaryMediaId: isExact ? chosenMedia(fields) : shown === media[0] ? null : shown
  }
}

function chosenMedia (fields: LineFields): number | null {
  const given = fields.get(OWN_KEYS.primaryMedia)
  return isObject(given) ? fields.reference(OWN_KEYS.primaryMedia) : fields.id(OWN_KEYS.primaryMedia)
}

function readMedia (fields: LineFields) {
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
    // Without a position, the place among the media of the item counts.
    ...(fields.has(OWN_KEYS.position) && { position: fields.integer(OWN_KEYS.position) }),
    lang: fields.text('o:lang', MAX_CHARACTERS.name),
    altText: fields.text('o:alt_text')
  }
}

const ITEM_SET = place('o:item_set', ['item_sets'])
const SITE = place('o:site', ['sites'])
const ITEM = place('o:item', ['items'], true)

function referencesOf (content: ResourceContent, dataTypes: DataTypes): RecordReference[] {
  const { classTerm, item, media, values } = content
  return [
    // The term identifies the class as well.
    ...referencesIn(fields, classTerm === null ? content : { ...content, classId: null }),
    ...(item?.itemSets ?? []).map((id) => ({ place: ITEM_SET, id })),
    ...(item?.sites ?? []).map((id) => ({ place: SITE, id })),
    ...media === undefined ? [] : [{ place: ITEM, id: media.itemId }],
    ...linksIn(values, dataTypes)
  ]
}

/** The links in values and their annotations. Their data type determines the allowed types. */
function linksIn (values: readonly ValueContent[], dataTypes: DataTypes): RecordReference[] {
  return values.flatMap(({ type, link, annotation }) => {
    const annotated = annotation === null ? [] : linksIn(annotation.values, dataTypes)
    if (link === null) return annotated
    const types = dataTypes.get(type)!.links!.map((kind) => TYPE_OF_KIND[kind])
    return [{ place: place(type, types), id: link }, ...annotated]
  })
}
