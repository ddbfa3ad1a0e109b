import { MediaPayload, MediaQuery, MediaSchema } from '../schemas/media.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'media',
  schema: 'Media',
  one: 'media',
  many: 'media',
  hasFacets: true,
  query: MediaQuery,
  payload: MediaPayload,
  representation: MediaSchema
})
