import type { Static } from '@sinclair/typebox'
import { Deleted } from '../shared/common.js'
import { TermInput, TermRepresentation } from './terms.js'

export const Property = TermRepresentation('o:Property')
export type Property = Static<typeof Property>

export const DeletedProperty = Deleted(Property)
export type DeletedProperty = Static<typeof DeletedProperty>

export const PropertyInput = TermInput('PropertyInput')
export type PropertyInput = Static<typeof PropertyInput>
