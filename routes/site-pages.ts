import { SitePagePayload, SitePageQuery, SitePageSchema } from '../schemas/site-pages.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'site_pages',
  schema: 'SitePage',
  one: 'page of a site',
  many: 'pages of sites',
  query: SitePageQuery,
  payload: SitePagePayload,
  representation: SitePageSchema
})
