import { Type, type Static } from '@sinclair/typebox'
import { Nullable, Payload, Reference, ReferenceInput, Representation } from './common.js'
import { ListQuery } from './query.js'
import { TermPayload } from './terms.js'

export const VocabularySchema = Representation({
  'o:namespace_uri': Type.String({ format: 'uri' }),
  'o:prefix': Type.String(),
  'o:label': Type.String(),
  'o:comment': Nullable(Type.String()),
  'o:owner': Nullable(Reference)
})
export type Vocabulary = Static<typeof VocabularySchema>

export const VocabularyPayload = Payload({
  'o:namespace_uri': Type.String({ format: 'uri' }),
  'o:prefix': Type.String(),
  'o:label': Type.String(),
  'o:comment': Nullable(Type.String()),
  'o:owner': ReferenceInput,
  'o:property': Type.Array(Type.Union([ReferenceInput, TermPayload]), { description: 'Properties to keep and to make; others are deleted' }),
  'o:class': Type.Array(Type.Union([ReferenceInput, TermPayload]), { description: 'Classes to keep and to make; others are deleted' })
})

export const VocabularyQuery = ListQuery('id, namespace_uri, prefix, label, comment, property_count, resource_class_count', {
  owner_id: 'Id of the owner',
  namespace_uri: 'Namespace URI',
  prefix: 'Prefix'
})
