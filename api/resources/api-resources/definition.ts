import { ApiResource } from '../../../schemas/api-resources.js'
import { envelope } from '../../addresses.js'
import { computedMembers, type ComputedType } from '../../computed-type.js'

/**
 * The resource types; any name can be read, whether there is such a type or not (docs/contract/admin-resources.md
 * §10).
 */
export const apiResources: ComputedType<'api_resources', ApiResource> = {
  name: 'api_resources',
  entity: 'ApiResource',
  schemas: { representation: ApiResource },
  operations: ['search', 'read'],
  members: ({ resourceNames }) => computedMembers(
    'api_resources',
    'o:ApiResource',
    resourceNames.map((name) => [name, {}])
  ),
  unknown: (id) => envelope('api_resources', 'o:ApiResource', id)
}
