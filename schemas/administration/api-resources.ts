import type { Static } from '@sinclair/typebox'
import { NamedRepresentation } from '../shared/common.js'

export const ApiResource = NamedRepresentation('o:ApiResource', {})
export type ApiResource = Static<typeof ApiResource>
