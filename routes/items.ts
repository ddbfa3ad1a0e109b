import { ItemPayload, ItemQuery, ItemSchema } from '../schemas/items.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'items',
  schema: 'Item',
  one: 'item',
  many: 'items',
  hasFacets: true,
  query: ItemQuery,
  payload: ItemPayload,
  representation: ItemSchema
})
