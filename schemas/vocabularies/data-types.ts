import { Type, type Static } from '@sinclair/typebox'
import { NamedRepresentation } from '../shared/common.js'

/** A data type in a list; the types themselves are in `api/values`. */
export const DataTypeEntry = NamedRepresentation('o:DataType', { 'o:label': Type.String() })
export type DataTypeEntry = Static<typeof DataTypeEntry>
