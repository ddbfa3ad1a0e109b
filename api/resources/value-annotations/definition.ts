import { ValueAnnotation } from '../../../schemas/value-annotations.js'
import type { ComputedType } from '../../computed-type.js'

/**
 * Value annotations are read inside the values that they describe, never on their own (docs/contract/resources.md §6).
 */
export const valueAnnotations: ComputedType<'value_annotations', ValueAnnotation> = {
  name: 'value_annotations',
  entity: 'ValueAnnotation',
  schemas: { representation: ValueAnnotation },
  operations: [],
  members: () => new Map()
}
