import { ResourceClassPayload, ResourceClassQuery, ResourceClassSchema } from '../schemas/resource-classes.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'resource_classes',
  schema: 'ResourceClass',
  one: 'class',
  many: 'classes',
  query: ResourceClassQuery,
  payload: ResourceClassPayload,
  representation: ResourceClassSchema
})
