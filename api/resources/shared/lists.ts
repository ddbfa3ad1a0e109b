import { listed, type ListedType } from '../../listed-type.js'
import { envelope } from '../../addresses.js'
import type { DataTypes } from '../../values/data-types.js'

/** The data types of the installation (contract/admin-resources.md §10). */
export const dataTypesList = (dataTypes: DataTypes): ListedType => ({
  name: 'data_types',
  entity: 'DataType',
  operations: ['search', 'read'],
  members: () => listed('data_types', 'o:DataType', [...dataTypes].map(({ name, label }) => [name, { 'o:label': label }]))
})

/** The names of all resource types; any name can be read, whether there is such a type or not. */
export const apiResourcesList = (names: () => readonly string[]): ListedType => ({
  name: 'api_resources',
  entity: 'ApiResource',
  operations: ['search', 'read'],
  members: () => listed('api_resources', 'o:ApiResource', names().map((name) => [name, {}])),
  unknown: (id) => envelope('api_resources', 'o:ApiResource', id)
})

/** There are no modules: what they add elsewhere, an embedding application adds here through hooks. */
export const modulesList: ListedType = { name: 'modules', entity: 'Module', operations: ['search', 'read'], members: () => new Map() }

/** Value annotations are read inside the values they describe, never on their own (contract/resources.md §6). */
export const valueAnnotationsList: ListedType = { name: 'value_annotations', entity: 'ValueAnnotation', operations: [], members: () => new Map() }
