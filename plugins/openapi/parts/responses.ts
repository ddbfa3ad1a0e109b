import { isWrite, type Kind } from './operations.js'
import type { MediaType, Operation, Reference, Response, Schema } from './types.js'

export const JSON_LD = 'application/ld+json'

/** The other formats of Linked Data (docs/contract/http.md §8). */
const RDF = [
  'text/turtle', 'application/n-triples', 'text/n3', 'application/rdf+xml', 'application/trig', 'application/n-quads'
]

/** JSON-LD in other forms, by its profile. */
const FORMS = [...['expanded', 'flattened'].map((name) => formOf(name, true)), formOf('compacted', false)]

function formOf (name: string, isList: boolean): [string, Schema] {
  return [`${JSON_LD};profile="http://www.w3.org/ns/json-ld#${name}"`, { type: isList ? 'array' : 'object' }]
}

const errorBody: Schema = { $ref: '#/components/schemas/ErrorBody' }

function refusal (description: string, headers: Record<string, unknown> = {}): Response {
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { [JSON_LD]: { schema: errorBody } }
  }
}

export function referTo (kind: string, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}

/** Responses that many operations share, by component. */
export const sharedResponses: Record<string, Response> = {
  NoContent: {
    description: 'Done, and no body, because `Prefer: return=minimal` asked for none',
    headers: { 'Preference-Applied': referTo('headers', 'PreferenceApplied') }
  },
  NotModified: {
    description: 'The client has this very answer already (`If-None-Match`)',
    headers: { ETag: referTo('headers', 'ETag') }
  },
  BadRequest: refusal('The request cannot be understood: malformed JSON, a malformed form, an impossible parameter'),
  Forbidden: refusal('Whoever asks may not do this; without a valid key one is anonymous'),
  NotFound: refusal(
    'There is nothing here, or nothing that may be seen; also when the payload refers to what is not there'
  ),
  MethodNotAllowed: refusal(
    'There is no such method at this address, for anybody',
    { Allow: referTo('headers', 'Allow') }
  ),
  Conflict: refusal('The resource is not in the state that the patch expects'),
  PreconditionFailed: refusal('The resource has changed since it was read (`If-Match`, `If-Unmodified-Since`)'),
  TooLarge: refusal('The body, a file or a number of things is larger than a limit of this installation'),
  Unauthorized: refusal('The key in the `Authorization` header is not valid, or has expired', {
    'WWW-Authenticate': referTo('headers', 'WWWAuthenticate')
  }),
  UnsupportedMediaType: refusal('The body is neither JSON nor a form'),
  Unprocessable: refusal('The payload is understood but not acceptable; messages stand under the keys at fault'),
  Unexpected: refusal('Something went wrong on the server, and is in its log'),
  Busy: refusal('There is too much to do at the moment', { 'Retry-After': referTo('headers', 'RetryAfter') }),
  NoRoom: refusal('There is no room left on the disk of the server')
}

const OF_READS = { 304: 'NotModified', 400: 'BadRequest', 401: 'Unauthorized', 403: 'Forbidden', 500: 'Unexpected', 503: 'Busy' }
const OF_WRITES = {
  204: 'NoContent',
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  500: 'Unexpected',
  503: 'Busy'
}
const OF_BODIES = { 413: 'TooLarge', 415: 'UnsupportedMediaType', 422: 'Unprocessable', 507: 'NoRoom' }

/** Responses other than the result: component by status. */
const OTHERS: Record<Kind, Record<number, string>> = {
  search: OF_READS,
  count: OF_READS,
  read: { ...OF_READS, 404: 'NotFound' },
  create: { ...OF_WRITES, ...OF_BODIES },
  replace: { ...OF_WRITES, ...OF_BODIES, 412: 'PreconditionFailed' },
  patch: { ...OF_WRITES, ...OF_BODIES, 409: 'Conflict', 412: 'PreconditionFailed' },
  delete: { ...OF_WRITES, 412: 'PreconditionFailed', 422: 'Unprocessable', 507: 'NoRoom' }
}

const DESCRIPTIONS: Record<Kind, string> = {
  search: 'One page of what was found. With `return_scalar` an object from id to value instead',
  count: 'The counts',
  read: 'The resource',
  create: 'The new resource',
  replace: 'The resource as it is now',
  patch: 'The resource as it is now',
  delete: 'What was deleted; its `o:id` is null'
}

/** @param totals names of the headers with the number of results. */
function headersOf (kind: Kind, totals: readonly string[]): Record<string, Reference> {
  const validators = { ETag: referTo('headers', 'ETag') }
  const ofOne = { ...validators, 'Last-Modified': referTo('headers', 'LastModified') }
  const total = Object.fromEntries(totals.map((name) => [name, referTo('headers', 'TotalResults')]))
  const named = (name: string): Record<string, Reference> => Object.fromEntries(
    totals.map((total) => [total.replace('Total-Results', name), referTo('headers', name)]))
  const preference = { 'Preference-Applied': referTo('headers', 'PreferenceApplied'), ...named('Ignored') }
  switch (kind) {
    case 'search': return { Link: referTo('headers', 'Link'), ...total, ...validators, ...preference }
    case 'count': return { ...validators, ...preference }
    case 'read': return { ...ofOne, ...preference }
    case 'create': return { Location: referTo('headers', 'Location'), ...preference, ...named('Warning') }
    case 'replace':
    case 'patch': return { ...preference, ...named('Warning') }
    default: return preference
  }
}

/** All responses of an operation on a resource type, the result first. */
export function responsesOf (
  operation: Operation, kind: Kind, totals: readonly string[], schemas: Record<string, unknown>
): Operation['responses'] {
  const whole = (operation.responses['200'] as Response).content!['application/json']!.schema!
  const schema = kind === 'search' || kind === 'read' ? withFields(whole, schemas) : whole
  const content: Record<string, MediaType> = { [JSON_LD]: { schema } }
  if (kind !== 'count') {
    for (const [type, form] of FORMS) content[type] = { schema: form }
    for (const type of RDF) content[type] = { schema: { type: 'string' } }
  }
  return {
    200: { description: DESCRIPTIONS[kind], headers: headersOf(kind, totals), content },
    ...Object.fromEntries(Object.entries(OTHERS[kind]).map(([status, name]) => [status, referTo('responses', name)]))
  }
}

/** Request headers that an operation reads, as names of parameter components. */
export function requestHeadersOf (kind: Kind): string[] {
  if (!isWrite(kind)) return ['IfNoneMatch', 'Prefer']
  return kind === 'create' ? ['Prefer'] : ['Prefer', 'IfMatch', 'IfUnmodifiedSince']
}

/** The members that every representation has, whatever `fields` names. */
const REQUIRED_MEMBERS = new Set(['@context', '@id', '@type'])

const COMPONENTS = '#/components/schemas/'

/**
 * The schema of an answer, with `fields` or without. With `fields`, each representation has only some of its members,
 * which is described by a component of its own, such as `ItemFields`.
 *
 * @param schemas the components; new ones are added.
 */
function withFields (schema: Schema, schemas: Record<string, unknown>): Schema {
  const { $ref: reference, anyOf, type, items } = schema as Parts
  if (type === 'array') return { ...schema, items: withFields(items!, schemas) }
  if (anyOf !== undefined) return { ...schema, anyOf: anyOf.map((one) => withFields(one, schemas)) }
  if (reference === undefined) return schema
  const some = someOf(reference.slice(COMPONENTS.length), schemas)
  return some === undefined ? schema : { anyOf: [schema, some] }
}

interface Parts { $ref?: string, anyOf?: Schema[], type?: string, items?: Schema, required?: string[] }

/** A reference to the component for some members of a representation; undefined for other schemas. */
function someOf (name: string, schemas: Record<string, unknown>): Schema | undefined {
  const { anyOf, required, ...whole } = schemas[name] as Parts
  const reference = { $ref: `${COMPONENTS}${name}Fields` }
  if (schemas[`${name}Fields`] !== undefined) return reference
  if (anyOf !== undefined) {
    const parts = (anyOf as Parts[]).map(({ $ref: part }) =>
      part === undefined ? undefined : someOf(part.slice(COMPONENTS.length), schemas))
    if (parts.includes(undefined)) return undefined
    schemas[`${name}Fields`] = { anyOf: parts }
    return reference
  }
  if (required?.includes('@id') !== true) return undefined
  schemas[`${name}Fields`] = {
    ...whole,
    required: required.filter((member) => REQUIRED_MEMBERS.has(member)),
    description: `With \`fields\`: the members of ${name} that it names`
  }
  return reference
}
