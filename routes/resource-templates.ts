import { ResourceTemplatePayload, ResourceTemplateQuery, ResourceTemplateSchema } from '../schemas/resource-templates.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'resource_templates',
  schema: 'ResourceTemplate',
  one: 'template',
  many: 'templates',
  query: ResourceTemplateQuery,
  payload: ResourceTemplatePayload,
  representation: ResourceTemplateSchema
})
