import { PropertyPayload, PropertyQuery, PropertySchema } from '../schemas/properties.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'properties',
  schema: 'Property',
  one: 'property',
  many: 'properties',
  query: PropertyQuery,
  payload: PropertyPayload,
  representation: PropertySchema
})
