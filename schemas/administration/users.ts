import { Type, type Static } from '@sinclair/typebox'
import { Deleted, Input, Representation } from '../shared/common.js'
import { RoleName } from './roles.js'

export const User = Representation('o:User', {
  'o:name': Type.String(),
  'o:email': Type.String(),
  'o:created': Type.String({ format: 'date-time', description: 'A plain text, unlike other dates' }),
  'o:role': RoleName,
  'o:is_active': Type.Boolean()
})
export type User = Static<typeof User>

export const DeletedUser = Deleted(User)
export type DeletedUser = Static<typeof DeletedUser>

export const UserInput = Input('UserInput', {
  'o:name': Type.String(),
  'o:email': Type.String({ format: 'email' }),
  'o:role': RoleName,
  'o:is_active': Type.Boolean()
})
export type UserInput = Static<typeof UserInput>
