import { Type, type Static } from '@sinclair/typebox'
import { ListLink } from '../shared/common.js'
import { ValuedInput, ValuedRepresentation } from '../shared/values.js'

const schemas = ValuedRepresentation('o:ItemSet', {
  'o:is_open': Type.Boolean({ description: 'Whether everybody who makes items may add them' }),
  'o:items': ListLink
}, {})

export const ItemSet = schemas.representation
export type ItemSet = Static<typeof ItemSet>

export const DeletedItemSet = schemas.deleted
export type DeletedItemSet = Static<typeof DeletedItemSet>

export const ItemSetInput = ValuedInput('ItemSetInput', { 'o:is_open': Type.Boolean() })
export type ItemSetInput = Static<typeof ItemSetInput>
