import { isResourceVisible } from '../../../db/search/viewer.js'
import { resourceType } from '../../resource-type.js'
import { resourceDefinition } from '../shared/definition.js'
import { Resource } from '../../../schemas/resources.js'

/**
 * Items, item sets, media and value annotations together, each in its own representation (docs/contract/resources.md
 * §6).
 */
export const resources = resourceType({
  ...resourceDefinition(),
  name: 'resources',
  entity: 'Resource',
  schemas: { representation: Resource },
  operations: ['search', 'read'],
  visible: isResourceVisible,
  guardsReads: true,
  scalars: {}
})
