import { Type, type Static } from '@sinclair/typebox'
import { Nullable, Reference, ReferenceInput, ReferenceListInput } from './common.js'
import { MediaPayload } from './media.js'
import { ListQuery, RESOURCE_FILTERS, RESOURCE_SORT, VALUE_FILTERS } from './query.js'
import { ValuedPayload, ValuedRepresentation } from './values.js'

export const ItemSchema = ValuedRepresentation({
  'o:primary_media': Nullable(Reference),
  'o:media': Type.Array(Reference),
  'o:item_set': Type.Array(Reference),
  'o:site': Type.Array(Reference)
})
export type Item = Static<typeof ItemSchema>

export const ItemPayload = ValuedPayload({
  'o:primary_media': Nullable(ReferenceInput),
  'o:media': Type.Array(Type.Union([ReferenceInput, MediaPayload]), { description: 'Media to keep, in this order, and media to make' }),
  'o:item_set': ReferenceListInput,
  'o:site': ReferenceListInput
})

export const ItemQuery = ListQuery(`${RESOURCE_SORT}, is_public`, {
  ...RESOURCE_FILTERS,
  item_set_id: 'In any of these item sets',
  not_item_set_id: 'In none of these item sets',
  site_id: 'Assigned to this site',
  site_attachments_only: '1 for those shown on a page of the site',
  in_sites: '1 for those in a site, 0 for those in none',
  has_media: '1 for those with media, 0 for those without'
}, VALUE_FILTERS)
