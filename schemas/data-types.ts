import { Type, type Static } from '@sinclair/typebox'
import { Payload, Representation } from './common.js'
import { GeneralQuery } from './query.js'

export const DataTypeSchema = Representation({ 'o:label': Type.String() })
export type DataType = Static<typeof DataTypeSchema>

export const DataTypePayload = Payload({})

export const DataTypeQuery = GeneralQuery
