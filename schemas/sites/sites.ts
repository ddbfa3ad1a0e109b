import { Type, type Static } from '@sinclair/typebox'
import {
  CLOSED,
  deletedProperties,
  DeletedReference,
  FreeJson,
  Input,
  ListLink,
  Nullable,
  Reference,
  ReferenceInput,
  Representation,
  TypedDate
} from '../shared/common.js'

/** Links are free JSON except for these members, which are validated. */
const NavigationLink = Type.Object({
  type: Type.String({ description: 'page, url, browse, browseItemSets, or another' }),
  data: FreeJson,
  links: Type.Optional(Type.Array(Type.Unknown(), { description: 'Links below this one' }))
})

export const Site = Representation('o:Site', {
  'o:slug': Type.String({ pattern: '^[A-Za-z0-9_-]+$' }),
  'o:theme': Type.String(),
  'o:title': Type.String(),
  'o:summary': Nullable(Type.String()),
  'o:thumbnail': Nullable(Reference),
  'o:navigation': Type.Array(NavigationLink),
  'o:homepage': Nullable(Reference),
  'o:item_pool': FreeJson,
  'o:owner': Nullable(Reference),
  'o:created': TypedDate,
  'o:modified': Nullable(TypedDate),
  'o:is_public': Type.Boolean(),
  'o:assign_new_items': Type.Boolean(),
  'o:page': Type.Array(Reference),
  'o:site_permission': Type.Array(Type.Object({ 'o:user': Reference, 'o:role': Type.String() }, CLOSED)),
  'o:site_item_set': Type.Array(Type.Object({ 'o:item_set': Reference }, CLOSED)),
  'o:site_item': ListLink
})
export type Site = Static<typeof Site>

/** The pages of a site are deleted with it. */
export const DeletedSite = Type.Object(deletedProperties(Site.properties, {
  'o:homepage': Nullable(DeletedReference),
  'o:page': Type.Array(DeletedReference)
}), { ...CLOSED, $id: 'DeletedSite' })
export type DeletedSite = Static<typeof DeletedSite>

export const SiteInput = Input('SiteInput', {
  'o:slug': Type.String(),
  'o:theme': Type.String(),
  'o:title': Type.String(),
  'o:summary': Nullable(Type.String()),
  'o:thumbnail': Nullable(ReferenceInput),
  'o:navigation': Type.Array(NavigationLink),
  'o:homepage': Nullable(ReferenceInput),
  'o:item_pool': FreeJson,
  'o:owner': Nullable(ReferenceInput),
  'o:is_public': Type.Boolean(),
  'o:assign_new_items': Type.Boolean(),
  'o:page': Type.Array(ReferenceInput, { description: 'Pages to keep; others are deleted' }),
  'o:site_permission': Type.Array(Type.Object({ 'o:user': ReferenceInput, 'o:role': Type.String() })),
  'o:site_item_set': Type.Array(Type.Object({ 'o:item_set': ReferenceInput }), {
    description: 'In the order of the list'
  })
})
export type SiteInput = Static<typeof SiteInput>
