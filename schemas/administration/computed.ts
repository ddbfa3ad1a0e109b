import { Type, type Static } from '@sinclair/typebox'
import { NamedRepresentation, FreeJson } from '../shared/common.js'

export const ApiResource = NamedRepresentation('o:ApiResource', {})
export type ApiResource = Static<typeof ApiResource>

/**
 * The list of modules is always empty: modules belong to Omeka S; Vitrine is extended by the application that embeds it
 * (api/resources/definition/extensions.ts).
 */
export const Module = NamedRepresentation('o:Module', { 'o:state': Type.String(), 'o:ini': FreeJson })
export type Module = Static<typeof Module>

/** A data type in a list; the types themselves are in `api/values`. */
export const DataTypeEntry = NamedRepresentation('o:DataType', { 'o:label': Type.String() })
export type DataTypeEntry = Static<typeof DataTypeEntry>
