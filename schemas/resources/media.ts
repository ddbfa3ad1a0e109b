import { Type, type Static } from '@sinclair/typebox'
import { CLOSED, EmptyList, Nullable, Reference, ReferenceInput, Url } from '../shared/common.js'
import { ValuedInput, ValuedRepresentation } from '../shared/values.js'

const Seconds = Type.Object({ '@value': Type.String(), '@type': Type.Literal('o-time:seconds') }, CLOSED)

const schemas = ValuedRepresentation(
  'o:Media',
  {
    'o:ingester': Type.String({
      description: 'How it came in: upload, url, html, iiif, iiif_presentation, oembed, youtube'
    }),
    'o:renderer': Type.String({ description: 'How it is shown: file, or as its ingester is called' }),
    'o:item': Reference,
    'o:source': Nullable(Type.String({ description: 'Original file name or address' })),
    'o:media_type': Nullable(Type.String({ description: 'As found in the file itself' })),
    'o:sha256': Nullable(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    'o:size': Nullable(Type.Integer({ minimum: 0, description: 'Bytes' })),
    'o:filename': Nullable(Type.String()),
    'o:lang': Nullable(Type.String()),
    'o:alt_text': Nullable(Type.String()),
    'o:original_url': Nullable(Url),
    'o:thumbnail_urls': Type.Union([Type.Object({ large: Url, medium: Url, square: Url }, CLOSED), EmptyList], {
      description: 'An empty list when there are none'
    }),
    data: Type.Unknown({ description: 'What the ingester stores; an empty list if it stores nothing' }),
    'o-cnt:chars': Type.Optional(Nullable(Type.String({ description: 'The HTML, of the ingester html' }))),
    'o-cnt:characterEncoding': Type.Optional(Type.Literal('UTF-8')),
    'o-time:hasBeginning': Type.Optional(Seconds),
    'o-time:hasEnd': Type.Optional(Seconds)
  },
  {},
  'o-cnt:ContentAsText'
)

export const Media = schemas.representation
export type Media = Static<typeof Media>

export const DeletedMedia = schemas.deleted
export type DeletedMedia = Static<typeof DeletedMedia>

export const MediaInput = ValuedInput('MediaInput', {
  'o:ingester': Type.String({ description: 'upload, url, html, iiif, iiif_presentation, oembed or youtube' }),
  'o:item': Nullable(ReferenceInput),
  position: Nullable(Type.Union([Type.Integer(), Type.String()], { description: 'Place among the media of the item' })),
  file_index: Type.Union([Type.Integer(), Type.String()], {
    description: 'Which of the files `file[…]` of the form (upload)'
  }),
  ingest_url: Type.String({ description: 'Where to fetch the file (url)' }),
  html: Type.String({ description: 'The text (html)' }),
  data: Type.Unknown(),
  'o:source': Nullable(
    Type.String({ description: 'Address of what is shown (iiif, iiif_presentation, oembed, youtube)' })
  ),
  'o:lang': Nullable(Type.String()),
  'o:alt_text': Nullable(Type.String())
})
export type MediaInput = Static<typeof MediaInput>
