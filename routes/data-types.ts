import { DataTypePayload, DataTypeQuery, DataTypeSchema } from '../schemas/data-types.js'
import { resourceRoutes } from './resource.js'

export default resourceRoutes({
  name: 'data_types',
  schema: 'DataType',
  one: 'data type',
  many: 'data types',
  query: DataTypeQuery,
  payload: DataTypePayload,
  representation: DataTypeSchema
})
