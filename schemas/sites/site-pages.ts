import { Type, type Static } from '@sinclair/typebox'
import {
  CLOSED, Deleted, FreeJson, Input, Nullable, Reference, ReferenceInput, Representation, TypedDate
} from '../shared/common.js'

const Attachment = Type.Object({
  'o:item': Nullable(Reference),
  'o:media': Nullable(Reference),
  'o:caption': Type.String({ description: 'Sanitised HTML' })
}, CLOSED)

const Block = Type.Object({
  'o:layout': Type.String({ description: 'What kind of block it is: html, media, browsePreview, …' }),
  'o:data': FreeJson,
  'o:layout_data': Nullable(FreeJson),
  'o:attachment': Type.Array(Attachment)
}, CLOSED)

const BlockInput = Type.Partial(Type.Object({
  'o:layout': Type.String(),
  'o:data': Type.Union([FreeJson, Type.String({ description: 'JSON of an object or list' })]),
  'o:layout_data': Nullable(FreeJson),
  'o:attachment': Type.Array(Type.Partial(Type.Object({
    'o:item': Nullable(ReferenceInput), 'o:media': Nullable(ReferenceInput), 'o:caption': Type.String()
  })))
}), { additionalProperties: true })

export const SitePage = Representation('o:SitePage', {
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
export type SitePage = Static<typeof SitePage>

export const DeletedSitePage = Deleted(SitePage)
export type DeletedSitePage = Static<typeof DeletedSitePage>

export const SitePageInput = Input('SitePageInput', {
  'o:slug': Type.String(),
  'o:title': Type.String(),
  'o:is_public': Type.Boolean(),
  'o:layout': Nullable(Type.String()),
  'o:layout_data': Nullable(FreeJson),
  'o:block': Type.Array(BlockInput, { description: 'Replace the blocks of the page, with PUT and with PATCH' }),
  'o:site': ReferenceInput
})
export type SitePageInput = Static<typeof SitePageInput>
