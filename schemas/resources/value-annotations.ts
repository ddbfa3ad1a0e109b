import type { Static } from '@sinclair/typebox'
import { ValuedRepresentation } from '../shared/values.js'

/** Values about a value, in the form in which `/api/resources` lists them. */
export const ValueAnnotation = ValuedRepresentation('o:ValueAnnotation', {}, {}).representation
export type ValueAnnotation = Static<typeof ValueAnnotation>
