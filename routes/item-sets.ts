import { ItemSetPayload, ItemSetQuery, ItemSetSchema } from '../schemas/item-sets.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'item_sets',
  schema: 'ItemSet',
  one: 'item set',
  many: 'item sets',
  hasFacets: true,
  query: ItemSetQuery,
  payload: ItemSetPayload,
  representation: ItemSetSchema
})
