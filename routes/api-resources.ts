import { ApiResourcePayload, ApiResourceQuery, ApiResourceSchema } from '../schemas/api-resources.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'api_resources',
  schema: 'ApiResource',
  one: 'resource type',
  many: 'resource types',
  query: ApiResourceQuery,
  payload: ApiResourcePayload,
  representation: ApiResourceSchema
})
