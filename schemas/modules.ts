import { Type, type Static } from '@sinclair/typebox'
import { FreeJson, NamedRepresentation } from './common.js'

/**
 * Always empty: modules extend the reference, an application extends Vitrine (api/resources/definition/extensions.ts).
 */
export const Module = NamedRepresentation('o:Module', { 'o:state': Type.String(), 'o:ini': FreeJson })
export type Module = Static<typeof Module>
