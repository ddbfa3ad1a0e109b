import { Type, type Static } from '@sinclair/typebox'
import { DeletedReference, Nullable, Reference, ReferenceInput, ReferenceListInput } from '../shared/common.js'
import { MediaInput } from './media.js'
import { ValuedInput, ValuedRepresentation } from '../shared/values.js'

const schemas = ValuedRepresentation('o:Item', {
  'o:primary_media': Nullable(Reference),
  'o:media': Type.Array(Reference),
  'o:item_set': Type.Array(Reference),
  'o:site': Type.Array(Reference)
}, {
  'o:primary_media': Nullable(DeletedReference),
  'o:media': Type.Array(DeletedReference)
})

export const Item = schemas.representation
export type Item = Static<typeof Item>

export const DeletedItem = schemas.deleted
export type DeletedItem = Static<typeof DeletedItem>

export const ItemInput = ValuedInput('ItemInput', {
  'o:primary_media': Nullable(ReferenceInput),
  'o:media': Type.Array(Type.Union([ReferenceInput, MediaInput]), {
    description: 'Media to keep, by id and in this order, and media to make; others are deleted'
  }),
  'o:item_set': ReferenceListInput,
  'o:site': ReferenceListInput
})
export type ItemInput = Static<typeof ItemInput>
