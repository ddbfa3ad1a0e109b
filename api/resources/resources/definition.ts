import { isResourceVisible } from '../../../db/search/viewer.js'
import type { ResourceType } from '../../resource-type.js'
import { resourceDefinition } from '../shared/definition.js'

/** Items, item sets, media and value annotations together, each in its own representation (contract/resources.md §6). */
export const resources: ResourceType = {
  ...resourceDefinition(),
  name: 'resources',
  entity: 'Resource',
  operations: ['search', 'read'],
  visible: isResourceVisible,
  guardsReads: true,
  scalars: {}
}
