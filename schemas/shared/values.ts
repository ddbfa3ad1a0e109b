import { Type, type Static, type TObject, type TProperties } from '@sinclair/typebox'
import {
  CLOSED, deletedProperties, envelope, Id, Input, Nullable, OneOf, Reference, ReferenceInput, TypedDate, Url
} from './common.js'

/** The term of a property or class: a prefix and a local name. */
export type Term = `${string}:${string}`

/**
 * Matches the terms of properties. No vocabulary may have the prefix `o` or one that begins with `o-`
 * (docs/contract/admin-resources.md §2), so every other key with a colon is a term.
 */
const TERM = '^(?!o:|o-)[^:]+:.+$'

const PATTERN = new RegExp(TERM, 's')

/** Whether the key of a representation or payload is the term of a property. */
export function isTerm (key: string): key is Term {
  return PATTERN.test(key)
}

/** The values of a representation or an annotation by the terms of their properties, in their order. */
export function valuesOf (resource: object): Array<readonly [term: Term, values: readonly Value[]]> {
  return Object.entries(resource).filter((entry): entry is [Term, Value[]] =>
    isTerm(entry[0]) && Array.isArray(entry[1]))
}

/** A language tag that is valid in HTML and JSON-LD (RFC 5646); otherwise undefined. */
export function languageTag (text: unknown): string | undefined {
  return typeof text === 'string' && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(text) ? text : undefined
}

/** The language tag of the literal that is the title of a resource. */
export function titleLanguage (resource: { 'o:title': string | null }): string | undefined {
  const title = resource['o:title']
  for (const [, values] of valuesOf(resource)) {
    for (const value of values) {
      if (value.type === 'literal' && value['@value'] === title) return languageTag(value['@language'])
    }
  }
  return undefined
}

/** Values about a value, by term. */
export interface Annotation { [term: Term]: Value[] }

const Annotation = Type.Unsafe<Annotation>({
  type: 'object',
  patternProperties: { [TERM]: { type: 'array', items: { $ref: 'Value' }, minItems: 1 } },
  ...CLOSED,
  description: 'Values about this value, by property'
})

const VALUE = {
  property_id: Id,
  property_label: Type.String(),
  is_public: Type.Boolean(),
  '@annotation': Type.Optional(Annotation)
}

export const LiteralValue = Type.Object({
  type: Type.Literal('literal'),
  ...VALUE,
  '@value': Type.String(),
  '@language': Type.Optional(Type.String({ description: 'Language tag' }))
}, { ...CLOSED, $id: 'LiteralValue' })

export const UriValue = Type.Object({
  type: Type.Literal('uri'),
  ...VALUE,
  '@id': Type.String({ description: 'The URI, as it was given' }),
  'o:label': Type.Optional(Type.String({ description: 'Label of the URI' })),
  'o:lang': Type.Optional(Type.String({ description: 'Language of that label' }))
}, { ...CLOSED, $id: 'UriValue' })

export const ResourceValue = Type.Object(
  {
    type: OneOf(['resource', 'resource:item', 'resource:itemset', 'resource:media']),
    ...VALUE,
    '@id': Type.String({ format: 'uri', description: 'Address of the linked resource' }),
    value_resource_id: Id,
    value_resource_name: OneOf(['items', 'item_sets', 'media']),
    url: Type.Null(),
    display_title: Type.String({ description: 'Title of the linked resource' }),
    thumbnail_url: Type.Optional(Url),
    thumbnail_title: Type.Optional(Type.String()),
    thumbnail_type: Type.Optional(Nullable(Type.String({ description: 'Media type of what the thumbnail shows' })))
  },
  { ...CLOSED, $id: 'ResourceValue' }
)

/**
 * A value of one of the six built-in data types, which `type` names (docs/contract/values.md §3). Values of an
 * application's own data types may have any form.
 */
export const Value = Type.Unsafe<Value>(Type.Union([LiteralValue, UriValue, ResourceValue], { $id: 'Value' }))
export type Value =
  Static<typeof LiteralValue> | (Static<typeof UriValue> & WithoutText) | (Static<typeof ResourceValue> & WithoutText)

/** Allows reading `@value` of any value type; only literals have one. */
interface WithoutText { '@value'?: undefined }

/** Values about a value, in a payload. */
export interface AnnotationInput { [term: Term]: ValueInput[] }

/** A value in a payload (docs/contract/values.md §1); type and property may be implied. */
export const ValueInput = Input('ValueInput', {
  type: Type.String({
    description:
      'Name of a data type. Unless given: literal with `@value`, resource with `value_resource_id`, otherwise uri'
  }),
  property_id: Type.Union([Id, Type.String()], { description: 'Unless given, the property that the key names' }),
  is_public: Type.Boolean(),
  '@annotation': Nullable(Type.Unsafe<AnnotationInput>({
    type: 'object', additionalProperties: { type: 'array', items: { $ref: 'ValueInput' } }
  })),
  '@value': Type.Unknown({ description: 'A text; data types that an application adds may take other JSON' }),
  '@language': Nullable(Type.String()),
  '@id': Type.String(),
  'o:label': Nullable(Type.String()),
  'o:lang': Nullable(Type.String()),
  value_resource_id: Type.Union([Id, Type.String()])
})
export type ValueInput = Static<typeof ValueInput>

/** Members of items, item sets, media and value annotations, in their order (docs/contract/resources.md §1). */
const SHARED = {
  'o:is_public': Type.Boolean(),
  'o:owner': Nullable(Reference),
  'o:resource_class': Nullable(Reference),
  'o:resource_template': Nullable(Reference),
  'o:thumbnail': Nullable(Reference, { description: 'Asset shown in place of the thumbnail' }),
  'o:title': Nullable(Type.String()),
  thumbnail_display_urls: Type.Object({ large: Nullable(Url), medium: Nullable(Url), square: Nullable(Url) }, CLOSED),
  'o:created': TypedDate,
  'o:modified': Nullable(TypedDate)
}

const REVERSE = Type.Optional(Type.Unsafe<{ [term: Term]: Array<{ '@id': string, 'o:title': string | null }> }>({
  type: 'object',
  patternProperties: {
    [TERM]: Type.Array(Type.Object({ '@id': Url, 'o:title': Nullable(Type.String()) }, CLOSED), { minItems: 1 })
  },
  ...CLOSED,
  description: 'Resources that link here, by property'
}))

/** An object with members of its own, and lists of values by term. */
type WithValues<T> = T & { [term: Term]: Value[] }

function withValues<T extends TProperties> (properties: T, name: string) {
  const patternProperties = { [TERM]: Type.Array(Value, { minItems: 1 }) }
  const schema = Type.Object(properties, { ...CLOSED, $id: name, patternProperties })
  return Type.Unsafe<WithValues<Static<TObject<T>>>>(schema)
}

/**
 * The representation of an item, item set, media or value annotation, and the answer to its deletion.
 *
 * @param type `o:Item`; resources that have a class show its term beside it.
 * @param properties members that only this type has.
 * @param deleted members that are shown differently once the resource is deleted.
 * @param otherType another value of `@type`, which some resources of this type have.
 */
export function ValuedRepresentation<
  N extends string,
  T extends TProperties,
  D extends TProperties,
  O extends string = never
> (type: N, properties: T, deleted: D, otherType?: O) {
  const anyType = Type.Union([
    Type.Literal(type),
    Type.Unsafe<[N, string]>({
      type: 'array',
      prefixItems: [Type.Literal(type), Type.String({ description: 'Term of the class' })],
      items: false,
      minItems: 2
    }),
    ...(otherType === undefined ? [] : [Type.Literal(otherType)])
  ])
  const members = {
    ...envelope(Type.Unsafe<N | [N, string] | O>(anyType), Id), ...SHARED, ...properties, '@reverse': REVERSE
  }
  const name = type.slice('o:'.length)
  return {
    representation: withValues(members, name),
    deleted: withValues(deletedProperties(members, deleted), `Deleted${name}`)
  }
}

type Letter =
  | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm'
  | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z'

/** The term of a property: any prefix but `o`. Prefixes of vocabularies are in lower case. */
type PropertyTerm = `${Exclude<Letter, 'o'>}${string}:${string}` | `o${Letter}${string}:${string}`

/** A payload with values. Keys that are no terms of properties are those of the type, and no others. */
export type WithValueInputs<T> = T & { [term: PropertyTerm]: ValueInput[] }

/** A payload for resources with values (docs/contract/resources.md §8). Every further key is a property with values. */
export function ValuedInput<T extends TProperties> (name: string, properties: T) {
  const schema = Input(name, {
    'o:is_public': Type.Boolean(),
    'o:owner': Nullable(ReferenceInput),
    'o:resource_class': Nullable(ReferenceInput),
    'o:resource_template': Nullable(ReferenceInput),
    'o:thumbnail': Nullable(ReferenceInput),
    ...properties
  })
  const patternProperties = {
    [TERM]: Type.Array(ValueInput, { description: 'Values of the property that the key names' })
  }
  return Type.Unsafe<WithValueInputs<Static<typeof schema>>>({ ...schema, patternProperties })
}
