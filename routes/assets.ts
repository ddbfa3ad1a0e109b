import { AssetPayload, AssetQuery, AssetSchema } from '../schemas/assets.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'assets',
  schema: 'Asset',
  one: 'asset',
  many: 'assets',
  query: AssetQuery,
  payload: AssetPayload,
  representation: AssetSchema
})
