import { isResourceVisible } from '../../../db/query/statements/viewer.js'
import { adminOr, admins, everyone, granted, type Entity } from '../../access/access.js'
import { resourceType } from '../definition/resource-type.js'
import { relatedSorts, resourceDefinition } from '../shared/definition.js'
import { Resource } from '../../../schemas/resources/resources.js'

const shared = resourceDefinition()

const isAnnotation = (entity: Entity): boolean => entity.kind === 'value_annotation'

/**
 * Items, item sets, media and value annotations together, each in its own representation (docs/contract/resources.md
 * §6).
 */
export const resources = resourceType({
  ...shared,
  name: 'resources',
  entity: 'Resource',
  schemas: { representation: Resource },
  operations: ['search', 'read'],
  // Annotations appear in lists and inside values; only administrators may read one by itself.
  allows: granted({
    search: everyone(),
    read: adminOr((_actor, entity) => !isAnnotation(entity)),
    create: admins(),
    update: admins(),
    delete: admins()
  }),
  async entityOf (context, id) {
    const entity = await shared.entityOf(context, id)
    return isAnnotation(entity) ? { ...entity, entity: 'ValueAnnotation' } : entity
  },
  visible: isResourceVisible,
  hasIdList: true,
  guardsReads: true,
  sorts: relatedSorts,
  scalars: {}
})
