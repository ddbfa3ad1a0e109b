import type { Static } from '@sinclair/typebox'
import { Term, TermPayload, TermQuery } from './terms.js'

export const PropertySchema = Term
export type Property = Static<typeof PropertySchema>

export const PropertyPayload = TermPayload

export const PropertyQuery = TermQuery
