import type { Static } from '@sinclair/typebox'
import { ValuedRepresentation } from './values.js'

/** Values about a value, as a resource: in this form they are listed among all resources. */
export const ValueAnnotation = ValuedRepresentation('o:ValueAnnotation', {}, {}).representation
export type ValueAnnotation = Static<typeof ValueAnnotation>
