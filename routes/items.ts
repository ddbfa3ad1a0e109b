import { ItemPayload, ItemQuery, ItemSchema } from '../schemas/items.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'items',
  schema: 'Item',
  one: 'item',
  many: 'items',
  query: ItemQuery,
  payload: ItemPayload,
  representation: ItemSchema
})
