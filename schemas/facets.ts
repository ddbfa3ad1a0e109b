import { Type } from '@sinclair/typebox'
import { Id } from './common.js'
import { text } from './query.js'

/** What is asked of a search that is counted, besides its own parameters. */
export const FacetQuery = Type.Object({
  facets: text('What to count by, as a list or separated by commas: resource_class_id, resource_template_id, owner_id, of items also item_set_id, and terms of properties'),
  facet_limit: Type.Optional(Type.String({ description: 'Groups of each facet; 25 unless given, 1000 at the most' }))
})

/** One group: what its members have in common, as representations name or show it. */
const Group = Type.Object({
  '@id': Type.Optional(Type.String({ description: 'Address of the class, template, account, item set or linked resource, or a URI' })),
  'o:id': Type.Optional(Id),
  'o:term': Type.Optional(Type.String({ description: 'Term of the class' })),
  'o:label': Type.Optional(Type.String({ description: 'Label of the class, the template or the URI' })),
  'o:title': Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Title of the item set' })),
  'o:name': Type.Optional(Type.String({ description: 'Name of the owner, for those who may read accounts' })),
  type: Type.Optional(Type.String({ description: 'Of a value: its data type' })),
  '@value': Type.Optional(Type.String({ description: 'Text of a value, as it is first spelled' })),
  '@language': Type.Optional(Type.String()),
  value_resource_id: Type.Optional(Id),
  value_resource_name: Type.Optional(Type.String()),
  display_title: Type.Optional(Type.String({ description: 'Title of the linked resource' })),
  count: Type.Integer({ minimum: 1, description: 'Resources found that have it' })
})

export const FacetCounts = Type.Object({
  '@context': Type.String({ format: 'uri' }),
  total: Type.Integer({ minimum: 0, description: 'Resources found' }),
  facets: Type.Record(Type.String(), Type.Array(Group), { description: 'By facet, the largest groups first' })
})
