import { ModulePayload, ModuleQuery, ModuleSchema } from '../schemas/modules.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'modules',
  schema: 'Module',
  one: 'module',
  many: 'modules',
  query: ModuleQuery,
  payload: ModulePayload,
  representation: ModuleSchema
})
