import { UserPayload, UserQuery, UserSchema } from '../schemas/users.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'users',
  schema: 'User',
  one: 'user',
  many: 'users',
  query: UserQuery,
  payload: UserPayload,
  representation: UserSchema
})
