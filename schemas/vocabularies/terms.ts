import { Type } from '@sinclair/typebox'
import { Nullable, Input, Reference, ReferenceInput, Representation } from '../shared/common.js'

/**
 * The representation of properties and of classes, which differ in nothing else (docs/contract/admin-resources.md §3).
 */
export function TermRepresentation<N extends string> (type: N) {
  return Representation(type, {
    'o:local_name': Type.String(),
    'o:label': Type.String(),
    'o:comment': Nullable(Type.String()),
    'o:term': Type.String({ description: '`prefix:local_name`' }),
    'o:vocabulary': Reference
  })
}

export function TermInput (name: string) {
  return Input(name, {
    'o:local_name': Type.String(),
    'o:label': Type.String(),
    'o:comment': Nullable(Type.String()),
    'o:owner': Nullable(ReferenceInput),
    'o:vocabulary': ReferenceInput
  })
}
