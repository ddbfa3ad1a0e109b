import { ValueAnnotation } from '../../../schemas/resources/resources.js'
import { ApiResource, DataTypeEntry, Module } from '../../../schemas/administration/computed.js'
import { readByAll, onlyAdmins } from '../../access/access.js'
import { envelope } from '../../core/answers/addresses.js'
import { computedMembers, type ComputedType } from '../definition/computed-type.js'

/**
 * The names of the resource types. Any name can be read, even if there is no such type
 * (docs/contract/admin-resources.md §10).
 */
export const apiResources: ComputedType<'api_resources', ApiResource> = {
  name: 'api_resources',
  entity: 'ApiResource',
  schemas: { representation: ApiResource },
  operations: ['search', 'read'],
  allows: readByAll,
  members: ({ resourceNames }) => computedMembers(
    'api_resources',
    'o:ApiResource',
    resourceNames.map((name) => [name, {}])
  ),
  unknown: (id) => envelope('api_resources', 'o:ApiResource', id)
}

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

/**
 * Always empty: the reference application is extended by modules, Vitrine by the embedding application (see
 * extensions.ts).
 */
export const modules: ComputedType<'modules', Module> = {
  name: 'modules',
  entity: 'Module',
  schemas: { representation: Module },
  operations: ['search', 'read'],
  allows: onlyAdmins,
  members: () => new Map()
}

/**
 * Value annotations are part of the values that they describe, and not read by themselves (docs/contract/resources.md
 * §6).
 */
export const valueAnnotations: ComputedType<'value_annotations', ValueAnnotation> = {
  name: 'value_annotations',
  entity: 'ValueAnnotation',
  schemas: { representation: ValueAnnotation },
  kind: 'value_annotation',
  operations: [],
  allows: onlyAdmins,
  members: () => new Map()
}
