import { Type, type Static } from '@sinclair/typebox'
import { FreeJson, NamedRepresentation } from './common.js'

/** There are none: what modules add elsewhere, an embedding application adds here. */
export const Module = NamedRepresentation('o:Module', { 'o:state': Type.String(), 'o:ini': FreeJson })
export type Module = Static<typeof Module>
