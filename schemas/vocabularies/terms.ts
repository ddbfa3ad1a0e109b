import { Type, type Static } from '@sinclair/typebox'
import { Nullable, Input, Reference, ReferenceInput, Representation, Deleted } from '../shared/common.js'

/**
 * The representation of properties and of classes, which differ in nothing else (docs/contract/admin-resources.md §3).
 */
function TermRepresentation<N extends string> (type: N) {
  return Representation(type, {
    'o:local_name': Type.String(),
    'o:label': Type.String(),
    'o:comment': Nullable(Type.String()),
    'o:term': Type.String({ description: '`prefix:local_name`' }),
    'o:vocabulary': Reference
  })
}

function TermInput (name: string) {
  return Input(name, {
    'o:local_name': Type.String(),
    'o:label': Type.String(),
    'o:comment': Nullable(Type.String()),
    'o:owner': Nullable(ReferenceInput),
    'o:vocabulary': ReferenceInput
  })
}

export const Property = TermRepresentation('o:Property')
export type Property = Static<typeof Property>

export const DeletedProperty = Deleted(Property)
export type DeletedProperty = Static<typeof DeletedProperty>

export const PropertyInput = TermInput('PropertyInput')
export type PropertyInput = Static<typeof PropertyInput>

export const ResourceClass = TermRepresentation('o:ResourceClass')
export type ResourceClass = Static<typeof ResourceClass>

export const DeletedResourceClass = Deleted(ResourceClass)
export type DeletedResourceClass = Static<typeof DeletedResourceClass>

export const ResourceClassInput = TermInput('ResourceClassInput')
export type ResourceClassInput = Static<typeof ResourceClassInput>
