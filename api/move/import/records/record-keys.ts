/** Keys that all kinds of records may have. */
const SHARED_KEYS = [
  'o:id',
  'o:is_public',
  'o:owner',
  'o:resource_class',
  'o:resource_template',
  'o:thumbnail',
  'o:title',
  'o:created',
  'o:modified'
]

/** Accepted keys that are not properties. Computed ones, and references to another installation, are ignored. */
export const RECORD_KEYS: readonly string[] = [
  ...SHARED_KEYS,
  'o:primary_media',
  'o:media',
  'o:item_set',
  'o:site',
  'o:is_open',
  'o:items',
  'thumbnail_display_urls'
]

/** Accepted keys of media, including keys of the built-in ingesters. */
export const MEDIA_KEYS: readonly string[] = [
  ...SHARED_KEYS,
  'o:ingester',
  'o:renderer',
  'o:item',
  'o:source',
  'o:media_type',
  'o:sha256',
  'o:size',
  'o:filename',
  'o:lang',
  'o:alt_text',
  'o:original_url',
  'o:thumbnail_urls',
  'file',
  'ingest_url',
  'store_original',
  'html',
  'data',
  'start',
  'end',
  'thumbnail_display_urls'
]

/** Keywords of JSON-LD, and keys that extensions add to representations (docs/contract/http.md §11). */
export const IGNORED_KEYS = /^(?:@|o-[a-z-]+:)/
