import { Type, type Static } from '@sinclair/typebox'
import { ROLES } from './roles.js'
import { Payload, Representation } from './common.js'
import { ListQuery } from './query.js'

const RoleName = Type.Union(ROLES.map((role) => Type.Literal(role)))

export const UserSchema = Representation({
  'o:name': Type.String(),
  'o:email': Type.String({ format: 'email' }),
  'o:created': Type.String({ format: 'date-time' }),
  'o:role': RoleName,
  'o:is_active': Type.Boolean()
})
export type User = Static<typeof UserSchema>

export const UserPayload = Payload({
  'o:name': Type.String(),
  'o:email': Type.String({ format: 'email' }),
  'o:role': RoleName,
  'o:is_active': Type.Boolean()
})

export const UserQuery = ListQuery('id, email, name, created, modified, role', {
  email: 'E-mail address',
  name: 'Name',
  role: 'Role',
  is_active: '1 for active ones, 0 for inactive ones',
  site_permission_site_id: 'With a permission on this site'
})
