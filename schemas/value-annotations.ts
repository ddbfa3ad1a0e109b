import type { Static } from '@sinclair/typebox'
import { ListQuery } from './query.js'
import { ValuedPayload, ValuedRepresentation } from './values.js'

export const ValueAnnotationSchema = ValuedRepresentation({})
export type ValueAnnotation = Static<typeof ValueAnnotationSchema>

export const ValueAnnotationPayload = ValuedPayload({})

export const ValueAnnotationQuery = ListQuery('id')
