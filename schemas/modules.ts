import { Type, type Static } from '@sinclair/typebox'
import { FreeJson, Payload, Representation } from './common.js'
import { GeneralQuery } from './query.js'

export const ModuleSchema = Representation({ 'o:state': Type.String(), 'o:ini': FreeJson })
export type Module = Static<typeof ModuleSchema>

export const ModulePayload = Payload({})

export const ModuleQuery = GeneralQuery
