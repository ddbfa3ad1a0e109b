import { Type, type Static } from '@sinclair/typebox'
import { CLOSED, EmptyList, Id, Nullable } from './common.js'

/** A group of a facet: the value that its resources have in common, as representations show it. */
const Group = Type.Object({
  '@id': Type.Optional(Type.String({
    description: 'Address of the class, template, account, item set or linked resource, or a URI'
  })),
  'o:id': Type.Optional(Id),
  'o:term': Type.Optional(Type.String({ description: 'Term of the class' })),
  'o:label': Type.Optional(Type.String({ description: 'Label of the class, the template or the URI' })),
  'o:lang': Type.Optional(Type.String({ description: 'Language of the label of the URI' })),
  'o:title': Type.Optional(Nullable(Type.String(), { description: 'Title of the item set' })),
  'o:name': Type.Optional(Type.String({ description: 'Name of the owner, for those who may read accounts' })),
  type: Type.Optional(Type.String({ description: 'Of a value: its data type' })),
  '@value': Type.Optional(Type.String({ description: 'Text of a value, as it is first spelled' })),
  '@language': Type.Optional(Type.String()),
  value_resource_id: Type.Optional(Id),
  value_resource_name: Type.Optional(Type.String()),
  url: Type.Optional(Type.Null()),
  display_title: Type.Optional(Type.String({ description: 'Title of the linked resource' })),
  count: Type.Integer({ minimum: 1, description: 'Resources found that have it' })
}, { ...CLOSED, $id: 'FacetGroup' })

export const FacetCounts = Type.Object({
  '@context': Type.String({ format: 'uri' }),
  total: Type.Integer({ minimum: 0, description: 'Resources found' }),
  facets: Type.Record(Type.String(), Type.Array(Group), { description: 'By facet, the largest groups first' })
}, { ...CLOSED, $id: 'FacetCounts' })
export type FacetCounts = Static<typeof FacetCounts>

/** The answer to a search with `return_scalar`: values by id, or an empty list. */
export const Scalars = Type.Union([
  Type.Record(Type.String({ pattern: '^\\d+$' }), Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
  EmptyList
], { $id: 'Scalars' })
export type Scalars = Static<typeof Scalars>
