import type { Static } from '@sinclair/typebox'
import { Payload, Representation } from './common.js'
import { GeneralQuery } from './query.js'

export const ApiResourceSchema = Representation({})
export type ApiResource = Static<typeof ApiResourceSchema>

export const ApiResourcePayload = Payload({})

export const ApiResourceQuery = GeneralQuery
