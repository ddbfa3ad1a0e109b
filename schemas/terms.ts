import { Type } from '@sinclair/typebox'
import { Nullable, Payload, Reference, ReferenceInput, Representation } from './common.js'
import { ListQuery } from './query.js'

/** Properties and classes differ in nothing but what they are for (contract/admin-resources.md §3). */
export const Term = Representation({
  'o:local_name': Type.String(),
  'o:label': Type.String(),
  'o:comment': Nullable(Type.String()),
  'o:term': Type.String({ description: '`prefix:local_name`' }),
  'o:vocabulary': Reference
})

export const TermPayload = Payload({
  'o:local_name': Type.String(),
  'o:label': Type.String(),
  'o:comment': Nullable(Type.String()),
  'o:owner': ReferenceInput,
  'o:vocabulary': ReferenceInput
})

export const TermQuery = ListQuery('id, local_name, label, comment, item_count', {
  owner_id: 'Id of the owner',
  vocabulary_id: 'Id of the vocabulary',
  vocabulary_namespace_uri: 'Namespace URI of the vocabulary',
  vocabulary_prefix: 'Prefix of the vocabulary',
  local_name: 'Local name',
  term: '`prefix:local_name`',
  used: '1 for those that something uses',
  site_id: 'Used by items of this site',
  site_id_item_sets: 'Used by item sets of this site'
})
