import { Type, type Static } from '@sinclair/typebox'
import { FreeJson, Nullable, Reference, ReferenceInput } from './common.js'
import { ListQuery, RESOURCE_FILTERS, RESOURCE_SORT, VALUE_FILTERS } from './query.js'
import { ValuedPayload, ValuedRepresentation } from './values.js'

export const MediaSchema = ValuedRepresentation({
  'o:ingester': Type.String(),
  'o:renderer': Type.String(),
  'o:item': Reference,
  'o:source': Nullable(Type.String()),
  'o:media_type': Nullable(Type.String()),
  'o:sha256': Nullable(Type.String()),
  'o:size': Nullable(Type.Integer({ description: 'Bytes' })),
  'o:filename': Nullable(Type.String()),
  'o:lang': Nullable(Type.String()),
  'o:alt_text': Nullable(Type.String()),
  'o:original_url': Nullable(Type.String()),
  'o:thumbnail_urls': Type.Union([
    Type.Object({ large: Type.String(), medium: Type.String(), square: Type.String() }),
    Type.Array(Type.Never(), { maxItems: 0 })
  ]),
  data: FreeJson
})
export type Media = Static<typeof MediaSchema>

export const MediaPayload = ValuedPayload({
  'o:ingester': Type.String({ description: 'upload, url, html, iiif, iiif_presentation, oembed or youtube' }),
  'o:item': ReferenceInput,
  file_index: Type.Union([Type.Integer(), Type.String()], { description: 'Which of the files `file[…]` of the form' }),
  ingest_url: Type.String({ description: 'Where to fetch the file (ingester url)' }),
  html: Type.String({ description: 'The text (ingester html)' }),
  data: Type.Unknown(),
  'o:source': Nullable(Type.String()),
  'o:lang': Nullable(Type.String()),
  'o:alt_text': Nullable(Type.String())
})

export const MediaQuery = ListQuery(`${RESOURCE_SORT}, is_public, ingester, renderer, media_type, size`, {
  ...RESOURCE_FILTERS,
  item_id: 'Of this item',
  media_type: 'Media type, whole',
  ingester: 'Ingester',
  renderer: 'Renderer',
  site_id: 'Of items assigned to this site'
}, VALUE_FILTERS)
