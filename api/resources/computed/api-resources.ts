import { ApiResource } from '../../../schemas/administration/api-resources.js'
import { readByAll } from '../../access/access.js'
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
