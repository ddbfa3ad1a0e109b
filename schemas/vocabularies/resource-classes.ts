import type { Static } from '@sinclair/typebox'
import { Deleted } from '../shared/common.js'
import { TermInput, TermRepresentation } from './terms.js'

export const ResourceClass = TermRepresentation('o:ResourceClass')
export type ResourceClass = Static<typeof ResourceClass>

export const DeletedResourceClass = Deleted(ResourceClass)
export type DeletedResourceClass = Static<typeof DeletedResourceClass>

export const ResourceClassInput = TermInput('ResourceClassInput')
export type ResourceClassInput = Static<typeof ResourceClassInput>
