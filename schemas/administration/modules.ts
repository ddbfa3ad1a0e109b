import { Type, type Static } from '@sinclair/typebox'
import { FreeJson, NamedRepresentation } from '../shared/common.js'

/**
 * The list of modules is always empty: modules belong to Omeka S; Vitrine is extended by the application that embeds it
 * (api/resources/definition/extensions.ts).
 */
export const Module = NamedRepresentation('o:Module', { 'o:state': Type.String(), 'o:ini': FreeJson })
export type Module = Static<typeof Module>
