import { Type, type Static } from '@sinclair/typebox'
import { FreeJson, ListLink, Nullable, Payload, Reference, ReferenceInput, Representation, TypedDate } from './common.js'
import { ListQuery } from './query.js'

const Navigation = Type.Array(Type.Object({
  type: Type.String(),
  data: FreeJson,
  links: Type.Optional(Type.Array(Type.Unknown(), { description: 'Links below this one' }))
}))

export const SiteSchema = Representation({
  'o:slug': Type.String({ pattern: '^[A-Za-z0-9_-]+$' }),
  'o:theme': Type.String(),
  'o:title': Type.String(),
  'o:summary': Nullable(Type.String()),
  'o:thumbnail': Nullable(Reference),
  'o:navigation': Navigation,
  'o:homepage': Nullable(Reference),
  'o:item_pool': FreeJson,
  'o:owner': Nullable(Reference),
  'o:created': TypedDate,
  'o:modified': Nullable(TypedDate),
  'o:is_public': Type.Boolean(),
  'o:assign_new_items': Type.Boolean(),
  'o:page': Type.Array(Reference),
  'o:site_permission': Type.Array(Type.Object({ 'o:user': Reference, 'o:role': Type.String() })),
  'o:site_item_set': Type.Array(Type.Object({ 'o:item_set': Reference })),
  'o:site_item': ListLink
})
export type Site = Static<typeof SiteSchema>

export const SitePayload = Payload({
  'o:slug': Type.String(),
  'o:theme': Type.String(),
  'o:title': Type.String(),
  'o:summary': Nullable(Type.String()),
  'o:thumbnail': Nullable(ReferenceInput),
  'o:navigation': Navigation,
  'o:homepage': Nullable(ReferenceInput),
  'o:item_pool': FreeJson,
  'o:owner': ReferenceInput,
  'o:is_public': Type.Boolean(),
  'o:assign_new_items': Type.Boolean(),
  'o:page': Type.Array(ReferenceInput, { description: 'Pages to keep; others are deleted' }),
  'o:site_permission': Type.Array(Type.Object({ 'o:user': ReferenceInput, 'o:role': Type.String() })),
  'o:site_item_set': Type.Array(Type.Object({ 'o:item_set': ReferenceInput }))
})

export const SiteQuery = ListQuery('id, title, slug, created, modified, is_public, owner_name', {
  slug: 'Slug',
  owner_id: 'Id of the owner',
  exclude_id: 'Not this one',
  assign_new_items: '1 for sites that get new items, 0 for others',
  user_has_role: '1 for sites that you have a role in'
})
