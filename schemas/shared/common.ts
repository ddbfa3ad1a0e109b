import { Type, type Static, type TNull, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'

/**
 * Parts that the schemas of several resource types share.
 *
 * A schema with an `$id` is a named type: the OpenAPI document lists it by that name, and `{ $ref: '…' }` refers to
 * it. Schemas of answers do not allow other keys, so that tests can check every answer. Schemas of payloads do: `api/`
 * decides what a payload may contain, see plugins/openapi/schemas.ts.
 */

/** Options of a schema that does not allow further keys. */
export const CLOSED = { additionalProperties: false } as const

export function Nullable<T extends TSchema> (schema: T, options = {}) {
  return Type.Union([schema, Type.Null()], options)
}

/** One of several texts. */
export function OneOf<const N extends string> (names: readonly N[], options = {}) {
  return Type.Unsafe<N>({ ...options, type: 'string', enum: names })
}

export const Id = Type.Integer({
  minimum: 1,
  description: 'Number of the resource; never used again once it is deleted'
})

export const Url = Type.String({ format: 'uri' })

/** An empty list, which means an empty object. */
export const EmptyList = Type.Unsafe<[]>({ type: 'array', maxItems: 0 })

/** A reference to another resource. */
export const Reference = Type.Object({
  '@id': Type.String({ format: 'uri', description: 'Address at which it is read' }),
  'o:id': Id
}, { ...CLOSED, $id: 'Reference' })
export type Reference = Static<typeof Reference>

/** A reference to a resource that was deleted together with the one that refers to it. */
export const DeletedReference = Type.Object({
  '@id': Type.String({ format: 'uri', description: 'Address of the collection' }),
  'o:id': Type.Null()
}, { ...CLOSED, $id: 'DeletedReference' })

/** A reference in a payload. Only the id counts, so that a reference can be sent back as it was read. */
export const ReferenceInput = Type.Object({
  '@id': Type.Optional(Type.String()),
  'o:id': Nullable(Type.Union([Id, Type.String({ pattern: '^\\d+$' })]))
}, { $id: 'ReferenceInput' })
export type ReferenceInput = Static<typeof ReferenceInput>

/** A list of references may contain objects, numbers, or numbers as text. */
export const ReferenceListInput = Type.Array(Type.Union([ReferenceInput, Id, Type.String()]))

export const TypedDate = Type.Object({
  '@value': Type.String({ format: 'date-time', description: 'UTC, to the second' }),
  '@type': Type.Literal('http://www.w3.org/2001/XMLSchema#dateTime')
}, { ...CLOSED, $id: 'TypedDate' })

/** A link to a list, in place of a list that would be too long. */
export const ListLink = Type.Object({ '@id': Url }, CLOSED)

/** Any JSON object or list. An empty object is read back as `[]`, as in the reference application. */
export const FreeJson = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())])

/**
 * The first members of every representation (docs/contract/http.md §11).
 *
 * @param type schema of `@type`, or its only value.
 */
export function envelope<T extends TSchema, I extends TSchema> (type: T, id: I) {
  return {
    '@context': Type.String({ format: 'uri', description: 'Address of the JSON-LD context' }),
    '@id': Type.String({ format: 'uri', description: 'Address at which the resource is read' }),
    '@type': type,
    'o:id': id
  }
}

/** The representation of a resource with a numeric id. */
export function Representation<N extends string, T extends TProperties> (type: N, properties: T) {
  return Type.Object(
    { ...envelope(Type.Literal(type), Id), ...properties },
    { ...CLOSED, $id: type.slice(type.indexOf(':') + 1) }
  )
}

/** The representation of a resource with a name instead of a number. */
export function NamedRepresentation<N extends string, T extends TProperties> (type: N, properties: T) {
  return Type.Object(
    { ...envelope(Type.Literal(type), Type.String()), ...properties },
    { ...CLOSED, $id: type.slice('o:'.length) }
  )
}

/** The members of a representation, some of them with other schemas. */
type With<T extends TProperties, C extends TProperties> = Omit<T, keyof C> & C

/**
 * The answer to DELETE: the representation without an id, with the URL of the collection (docs/contract/resources.md
 * §14).
 *
 * @param changes members that refer to resources which were deleted with it.
 */
export function deletedProperties<T extends TProperties, C extends TProperties> (properties: T, changes: C) {
  return { ...properties, 'o:id': Type.Null(), ...changes } as unknown as With<T, { 'o:id': TNull } & C>
}

/** The answer to DELETE for types whose members do not refer to resources that are deleted with them. */
export function Deleted<T extends TProperties> (schema: TObject<T>) {
  return Type.Object(deletedProperties(schema.properties, {}), { ...CLOSED, $id: `Deleted${schema.$id}` })
}

/** A payload: no member is required, and unknown members are ignored. */
export function Input<T extends TProperties> (name: string, properties: T) {
  return Type.Partial(Type.Object(properties), { additionalProperties: true, $id: name })
}

/** The body of an error. Errors are nested if several new media may have errors. */
export const ErrorBody = Type.Object({
  errors: Type.Union([
    Type.Object({ error: Type.String() }, CLOSED),
    Type.Record(Type.String(), Type.Array(Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())])))
  ]),
  'request-id': Type.Optional(Type.String({
    description: 'When the server is at fault: the id of the request, which lines of its log hold'
  }))
}, { ...CLOSED, $id: 'ErrorBody', description: 'One message under `error`, or messages by the key at fault' })
export type ErrorBody = Static<typeof ErrorBody>

/** Responses with errors, which every operation may give. */
export const ERRORS = { '4xx': ErrorBody, '5xx': ErrorBody }

/** The parameters in the path of one resource. */
export const IdParams = Type.Object({ id: Type.String({ description: 'Id of the resource' }) })
