import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'

/**
 * Schemas describe: they make the documentation and the types. They refuse nothing, because which of several errors
 * wins, and what is let through, is a rule of the domain (contract/http.md §3) and stands in `api/`.
 */

export function Nullable<T extends TSchema> (schema: T, options = {}) {
  return Type.Union([schema, Type.Null()], options)
}

export const Id = Type.Integer({ minimum: 1, description: 'Number of the resource; never used twice' })

/** How one resource names another. */
export const Reference = Type.Object({
  '@id': Type.String({ format: 'uri', description: 'Where it is read' }),
  'o:id': Type.Union([Id, Type.String()])
})

/** How a payload names another resource: only the id counts. */
export const ReferenceInput = Type.Object({
  'o:id': Nullable(Type.Union([Id, Type.String({ pattern: '^\\d+$' })]))
}, { additionalProperties: true })

/** Lists of references are taken as objects, bare numbers, or numbers in text. */
export const ReferenceListInput = Type.Array(Type.Union([ReferenceInput, Id, Type.String()]))

export const TypedDate = Type.Object({
  '@value': Type.String({ format: 'date-time', description: 'UTC, to the second' }),
  '@type': Type.Literal('http://www.w3.org/2001/XMLSchema#dateTime')
})

/** A link to a list, where the list itself would be too long. */
export const ListLink = Type.Object({ '@id': Type.String({ format: 'uri' }) })

/** Any JSON object; an empty one reads `[]`. */
export const FreeJson = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())])

/** What every representation begins with. */
export function Representation<T extends TProperties> (properties: T, options = {}) {
  return Type.Object({
    '@context': Type.String({ format: 'uri' }),
    '@id': Type.String({ format: 'uri', description: 'Where the resource is read' }),
    '@type': Type.Union([Type.String(), Type.Array(Type.String())]),
    'o:id': Type.Union([Id, Type.String(), Type.Null()]),
    ...properties
  }, options)
}

/** A payload: no member is required by its form, and unknown ones are let be. */
export function Payload<T extends TProperties> (properties: T): TObject {
  return Type.Partial(Type.Object(properties), { additionalProperties: true })
}

/** Nested errors say which of several new media is meant. */
export const ErrorBody = Type.Object({
  errors: Type.Union([
    Type.Object({ error: Type.String() }),
    Type.Record(Type.String(), Type.Array(Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())])))
  ])
}, { description: 'One message under `error`, or messages by the key at fault' })
