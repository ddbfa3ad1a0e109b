import type { ResourceKind } from '../../../../db/tables/index.js'
import { ItemSet, ItemSetInput } from '../../../../schemas/resources/item-sets.js'
import { Item, ItemInput } from '../../../../schemas/resources/items.js'
import { Media, MediaInput } from '../../../../schemas/resources/media.js'
import { ValueAnnotation } from '../../../../schemas/resources/resources.js'
import type { Payload } from '../../../core/calls/call.js'
import { keysIn, type Keys } from '../../../core/calls/unknown-keys.js'

/** Keys for many values (docs/contract/resources.md §13). */
const BULK = { clear_property_values: {}, set_value_visibility: {}, convert_data_types: {} }

/**
 * Keys that only ingesters read, or that clients of the reference application send to them (docs/contract/files.md
 * §6).
 */
const OF_INGESTERS = { start: {}, end: {}, 'o:media': {}, ingest_filename: {}, store_original: {} }

const KEYS: Record<ResourceKind, Keys> = {
  item: keysIn(Item, ItemInput, { properties: BULK }),
  item_set: keysIn(ItemSet, ItemSetInput, { properties: BULK }),
  media: keysIn(Media, MediaInput, { properties: BULK }, { properties: OF_INGESTERS }),
  value_annotation: keysIn(ValueAnnotation)
}

/** The built-in ingesters, which read no other keys. */
const INGESTERS = new Set<unknown>(['upload', 'url', 'html', 'iiif', 'iiif_presentation', 'oembed', 'youtube'])

/** The keys of a payload that have a meaning besides the terms of properties. */
export function knownKeys (kind: ResourceKind, payload: Payload): Keys {
  const ingester = payload['o:ingester']
  if (kind !== 'media' || ingester === undefined || INGESTERS.has(ingester)) return KEYS[kind]
  // An ingester of the application may read any key without a prefix; prefixed keys belong to the collection.
  return new Set([...KEYS.media, ...Object.keys(payload).filter((key) => !key.includes(':'))])
}
