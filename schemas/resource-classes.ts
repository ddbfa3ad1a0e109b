import type { Static } from '@sinclair/typebox'
import { Term, TermPayload, TermQuery } from './terms.js'

export const ResourceClassSchema = Term
export type ResourceClass = Static<typeof ResourceClassSchema>

export const ResourceClassPayload = TermPayload

export const ResourceClassQuery = TermQuery
