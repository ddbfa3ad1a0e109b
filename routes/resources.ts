import { ResourcePayload, ResourceQuery, ResourceSchema } from '../schemas/resources.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'resources',
  schema: 'Resource',
  one: 'resource',
  many: 'resources of all kinds',
  hasFacets: true,
  query: ResourceQuery,
  payload: ResourcePayload,
  representation: ResourceSchema
})
