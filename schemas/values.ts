import { Type, type TProperties } from '@sinclair/typebox'
import { Id, Nullable, Payload, Reference, ReferenceInput, Representation, TypedDate } from './common.js'

/** A value as it is shown (contract/values.md §3). */
export const Value = Type.Object({
  type: Type.String({ description: 'Name of the data type: literal, uri, resource, …' }),
  property_id: Id,
  property_label: Type.String(),
  is_public: Type.Boolean(),
  '@annotation': Type.Optional(Type.Record(Type.String(), Type.Array(Type.Unknown()), { description: 'Values about this value' })),
  '@value': Type.Optional(Type.String()),
  '@language': Type.Optional(Type.String()),
  '@id': Type.Optional(Type.String({ description: 'Address of the resource, or the URI' })),
  'o:label': Type.Optional(Type.String({ description: 'Label of the URI' })),
  'o:lang': Type.Optional(Type.String({ description: 'Language of that label' })),
  value_resource_id: Type.Optional(Id),
  value_resource_name: Type.Optional(Type.String()),
  url: Type.Optional(Type.Null()),
  display_title: Type.Optional(Type.String()),
  thumbnail_url: Type.Optional(Type.String()),
  thumbnail_title: Type.Optional(Type.String()),
  thumbnail_type: Type.Optional(Nullable(Type.String()))
})

/** A value as it is sent (contract/values.md §1; README, 3: type and property may follow from the rest). */
export const ValueInput = Type.Partial(Type.Object({
  type: Type.String({ description: 'literal with `@value`, uri with `@id`, resource with `value_resource_id` unless given' }),
  property_id: Type.Union([Id, Type.String()], { description: 'Unless given, the property that the key names' }),
  is_public: Type.Boolean(),
  '@annotation': Type.Record(Type.String(), Type.Array(Type.Unknown())),
  '@value': Type.String(),
  '@language': Type.String(),
  '@id': Type.String(),
  'o:label': Type.String(),
  'o:lang': Type.String(),
  value_resource_id: Type.Union([Id, Type.String()])
}), { additionalProperties: true })

/** What items, item sets, media and annotations have in common (contract/resources.md §1). */
export function ValuedRepresentation<T extends TProperties> (properties: T) {
  return Representation({
    'o:is_public': Type.Boolean(),
    'o:owner': Nullable(Reference),
    'o:resource_class': Nullable(Reference),
    'o:resource_template': Nullable(Reference),
    'o:thumbnail': Nullable(Reference, { description: 'Asset shown in place of the thumbnail' }),
    'o:title': Nullable(Type.String()),
    thumbnail_display_urls: Type.Object({
      large: Nullable(Type.String()),
      medium: Nullable(Type.String()),
      square: Nullable(Type.String())
    }),
    'o:created': TypedDate,
    'o:modified': Nullable(TypedDate),
    ...properties,
    '@reverse': Type.Optional(Type.Record(Type.String(), Type.Array(Type.Object({
      '@id': Type.String(),
      'o:title': Nullable(Type.String())
    })), { description: 'Resources that link here, by property' }))
  }, { additionalProperties: Type.Array(Value) })
}

/** What may be written on all of them (contract/resources.md §8). Every other key holds values. */
export function ValuedPayload<T extends TProperties> (properties: T) {
  return Payload({
    'o:is_public': Type.Boolean(),
    'o:owner': ReferenceInput,
    'o:resource_class': Nullable(ReferenceInput),
    'o:resource_template': Nullable(ReferenceInput),
    'o:thumbnail': Nullable(ReferenceInput),
    'dcterms:title': Type.Array(ValueInput, { description: 'Values of a property; so with every other term' }),
    ...properties
  })
}
