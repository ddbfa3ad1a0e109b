import { ValueAnnotation } from '../../../schemas/resources/value-annotations.js'
import { onlyAdmins } from '../../access/access.js'
import type { ComputedType } from '../definition/computed-type.js'

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
