import { Type, type Static } from '@sinclair/typebox'
import { NamedRepresentation } from './common.js'

/** A data type as it is listed; what one does is written in `api/values`. */
export const DataTypeEntry = NamedRepresentation('o:DataType', { 'o:label': Type.String() })
export type DataTypeEntry = Static<typeof DataTypeEntry>
