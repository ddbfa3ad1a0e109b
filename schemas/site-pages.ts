import { Type, type Static } from '@sinclair/typebox'
import { FreeJson, Nullable, Payload, Reference, ReferenceInput, Representation, TypedDate } from './common.js'
import { ListQuery } from './query.js'

const Block = Type.Object({
  'o:layout': Type.String(),
  'o:data': FreeJson,
  'o:layout_data': Nullable(FreeJson),
  'o:attachment': Type.Array(Type.Object({
    'o:item': Nullable(Reference),
    'o:media': Nullable(Reference),
    'o:caption': Type.String({ description: 'Sanitised HTML' })
  }))
})

export const SitePageSchema = Representation({
  'o:slug': Type.String(),
  'o:title': Type.String(),
  'o:is_public': Type.Boolean(),
  'o:layout': Nullable(Type.String()),
  'o:layout_data': FreeJson,
  'o:block': Type.Array(Block),
  'o:site': Reference,
  'o:created': TypedDate,
  'o:modified': Nullable(TypedDate)
})
export type SitePage = Static<typeof SitePageSchema>

export const SitePagePayload = Payload({
  'o:slug': Type.String(),
  'o:title': Type.String(),
  'o:is_public': Type.Boolean(),
  'o:layout': Nullable(Type.String()),
  'o:layout_data': FreeJson,
  'o:block': Type.Array(Type.Partial(Block)),
  'o:site': ReferenceInput
})

export const SitePageQuery = ListQuery('id, title, slug, created, modified', {
  site_id: 'Id of the site',
  site_slug: 'Slug of the site',
  slug: 'Slug',
  is_public: '1 for public ones, 0 for private ones',
  item_id: 'That show this item',
  fulltext_search: 'Words to search for, best matches first'
})
