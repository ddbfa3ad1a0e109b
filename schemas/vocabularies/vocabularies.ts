import { Type, type Static } from '@sinclair/typebox'
import { Deleted, Input, Nullable, Reference, ReferenceInput, Representation } from '../shared/common.js'
import { PropertyInput, ResourceClassInput } from './terms.js'

export const Vocabulary = Representation('o:Vocabulary', {
  'o:namespace_uri': Type.String(),
  'o:prefix': Type.String(),
  'o:label': Type.String(),
  'o:comment': Nullable(Type.String()),
  'o:owner': Nullable(Reference)
})
export type Vocabulary = Static<typeof Vocabulary>

export const DeletedVocabulary = Deleted(Vocabulary)
export type DeletedVocabulary = Static<typeof DeletedVocabulary>

export const VocabularyInput = Input('VocabularyInput', {
  'o:namespace_uri': Type.String(),
  'o:prefix': Type.String(),
  'o:label': Type.String(),
  'o:comment': Nullable(Type.String()),
  'o:owner': Nullable(ReferenceInput),
  'o:property': Type.Array(Type.Union([ReferenceInput, PropertyInput]), {
    description: 'Properties to keep and to make; others are deleted, with every value of theirs'
  }),
  'o:class': Type.Array(Type.Union([ReferenceInput, ResourceClassInput]), {
    description: 'Classes to keep and to make; others are deleted'
  })
})
export type VocabularyInput = Static<typeof VocabularyInput>
