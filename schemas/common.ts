import { Type, type Static, type TNull, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'

/**
 * Parts that the schemas of several resource types share.
 *
 * A schema with an `$id` is a type of its own: the OpenAPI document lists it by that name, and `{ $ref: '…' }` names
 * it. Objects refuse keys that they do not name, so that a test can hold every answer against its schema. Inputs are
 * open: what a payload may not hold is decided in `api/`, see plugins/schemas.ts.
 */

/** Refuses keys that a schema does not name. */
export const CLOSED = { additionalProperties: false } as const

export function Nullable<T extends TSchema> (schema: T, options = {}) {
  return Type.Union([schema, Type.Null()], options)
}

export const Id = Type.Integer({
  minimum: 1,
  description: 'Number of the resource; never used again once it is deleted'
})

export const Url = Type.String({ format: 'uri' })

/** An empty list, where it stands for an empty object. */
export const EmptyList = Type.Unsafe<[]>({ type: 'array', maxItems: 0 })

/** How one resource names another. */
export const Reference = Type.Object({
  '@id': Type.String({ format: 'uri', description: 'Address at which it is read' }),
  'o:id': Id
}, { ...CLOSED, $id: 'Reference' })
export type Reference = Static<typeof Reference>

/** What a reference becomes when its resource is deleted together with the one that names it. */
export const DeletedReference = Type.Object({
  '@id': Type.String({ format: 'uri', description: 'Address of the collection' }),
  'o:id': Type.Null()
}, { ...CLOSED, $id: 'DeletedReference' })

/** How a payload names another resource. Only the id counts, so that a reference can be sent back as it was read. */
export const ReferenceInput = Type.Object({
  '@id': Type.Optional(Type.String()),
  'o:id': Nullable(Type.Union([Id, Type.String({ pattern: '^\\d+$' })]))
}, { $id: 'ReferenceInput' })
export type ReferenceInput = Static<typeof ReferenceInput>

/** Lists of references are taken as objects, bare numbers, or numbers as text. */
export const ReferenceListInput = Type.Array(Type.Union([ReferenceInput, Id, Type.String()]))

export const TypedDate = Type.Object({
  '@value': Type.String({ format: 'date-time', description: 'UTC, to the second' }),
  '@type': Type.Literal('http://www.w3.org/2001/XMLSchema#dateTime')
}, { ...CLOSED, $id: 'TypedDate' })

/** A link to a list, where the list itself would be too long. */
export const ListLink = Type.Object({ '@id': Url }, CLOSED)

/** Any JSON object or list. An empty object reads `[]`, as in the reference application. */
export const FreeJson = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())])

/**
 * What every representation begins with (docs/contract/http.md §11).
 *
 * @param type the schema of `@type`, or its only value.
 */
export function envelope<T extends TSchema, I extends TSchema> (type: T, id: I) {
  return {
    '@context': Type.String({ format: 'uri', description: 'Address of the JSON-LD context' }),
    '@id': Type.String({ format: 'uri', description: 'Address at which the resource is read' }),
    '@type': type,
    'o:id': id
  }
}

/** The representation of a type whose resources are rows. */
export function Representation<N extends string, T extends TProperties> (type: N, properties: T) {
  return Type.Object(
    { ...envelope(Type.Literal(type), Id), ...properties },
    { ...CLOSED, $id: type.slice('o:'.length) }
  )
}

/** The representation of a type whose resources are named, not numbered. */
export function NamedRepresentation<N extends string, T extends TProperties> (type: N, properties: T) {
  return Type.Object(
    { ...envelope(Type.Literal(type), Type.String()), ...properties },
    { ...CLOSED, $id: type.slice('o:'.length) }
  )
}

/** The members of a representation, with some of them shown differently. */
type With<T extends TProperties, C extends TProperties> = Omit<T, keyof C> & C

/**
 * What DELETE answers: the representation without an id, at the address of the collection (docs/contract/resources.md
 * §14).
 *
 * @param changes members that name what was deleted with it.
 */
export function deletedProperties<T extends TProperties, C extends TProperties> (properties: T, changes: C) {
  return { ...properties, 'o:id': Type.Null(), ...changes } as unknown as With<T, { 'o:id': TNull } & C>
}

/** The same, for types that need no more than this. */
export function Deleted<T extends TProperties> (schema: TObject<T>) {
  return Type.Object(deletedProperties(schema.properties, {}), { ...CLOSED, $id: `Deleted${schema.$id}` })
}

/** A payload: no member is required by its form, and unknown ones are ignored. */
export function Input<T extends TProperties> (name: string, properties: T) {
  return Type.Partial(Type.Object(properties), { additionalProperties: true, $id: name })
}

/** Nested errors say which of several new media is meant. */
export const ErrorBody = Type.Object({
  errors: Type.Union([
    Type.Object({ error: Type.String() }, CLOSED),
    Type.Record(Type.String(), Type.Array(Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())])))
  ])
}, { ...CLOSED, $id: 'ErrorBody', description: 'One message under `error`, or messages by the key at fault' })
export type ErrorBody = Static<typeof ErrorBody>
