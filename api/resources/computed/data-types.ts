import { DataTypeEntry } from '../../../schemas/vocabularies/data-types.js'
import { readByAll } from '../../access/access.js'
import { computedMembers, type ComputedType } from '../definition/computed-type.js'

/** The data types that values may have (docs/contract/admin-resources.md §10). */
export const dataTypes: ComputedType<'data_types', DataTypeEntry> = {
  name: 'data_types',
  entity: 'DataType',
  schemas: { representation: DataTypeEntry },
  operations: ['search', 'read'],
  allows: readByAll,
  members: ({ dataTypes }) => computedMembers(
    'data_types',
    'o:DataType',
    [...dataTypes.values()].map(({ name, label }) => [name, { 'o:label': label }])
  )
}
