import type { ResourceKind } from '../../../../db/tables/index.js'
import { asList, isObject } from '../../../core/calls/payload.js'
import { MAX_CHARACTERS } from '../../../resources/shared/representation/fields.js'
import { OWN_KEYS } from './collection-file.js'
import type { ItemContent, MediaContent, ResourceContent } from './record.js'
import type { LineFields } from './line-fields.js'
import { readFileName } from './files.js'
import { readValues, type ValueSource } from './values.js'

/**
 * Reads the REST representation of an item, item set, media or value annotation (docs/contract/resources.md §1–§6).
 */
export function readResource (kind: ResourceKind, fields: LineFields, source: ValueSource): ResourceContent {
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
    values: isAnnotation ? [] : readValues(fields.json, source, fields),
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

/** Whether a value is null, or one of the empty lists that REST shows instead of null. */
function isEmpty (value: unknown): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0)
}
