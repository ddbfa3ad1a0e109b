import { SitePayload, SiteQuery, SiteSchema } from '../schemas/sites.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'sites',
  schema: 'Site',
  one: 'site',
  many: 'sites',
  query: SiteQuery,
  payload: SitePayload,
  representation: SiteSchema
})
