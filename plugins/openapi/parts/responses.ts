import { REQUIRED_MEMBERS } from '../../../api/search/query/fields.js'
import { LINKED_DATA_FORMATS } from '../../../schemas/shared/query.js'
import type { MediaType, Operation, Reference, Response, Schema } from './types.js'

export const JSON_LD = LINKED_DATA_FORMATS.jsonld

/** The media types of the other formats of Linked Data. */
const RDF = Object.values(LINKED_DATA_FORMATS).map((type) => type.split(';', 1)[0]!).filter((type) => type !== JSON_LD)

/** JSON-LD in other forms, by its profile. */
const FORMS = [...['expanded', 'flattened'].map((name) => formOf(name, true)), formOf('compacted', false)]

function formOf (name: string, isList: boolean): [string, Schema] {
  return [`${JSON_LD};profile="http://www.w3.org/ns/json-ld#${name}"`, { type: isList ? 'array' : 'object' }]
}

const errorBody: Schema = { $ref: '#/components/schemas/ErrorBody' }

export function refusal (description: string, headers?: Record<string, unknown>): Response {
  return { description, ...(headers !== undefined && { headers }), content: { [JSON_LD]: { schema: errorBody } } }
}

export function referTo (kind: string, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}

/** Headers of an answer, as references to their components. */
export function headers (...names: string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, referTo('headers', name.replaceAll('-', ''))]))
}

/** Responses that many operations share, each with its status and the name of its component. */
const SHARED: ReadonlyArray<readonly [status: number, name: string, response: Response]> = [
  [204, 'NoContent', {
    description: 'Done, and no body, because `Prefer: return=minimal` asked for none', headers: headers('Preference-Applied')
  }],
  [304, 'NotModified', {
    description: 'The client has this very answer already (`If-None-Match`)', headers: headers('ETag')
  }],
  [400, 'BadRequest', refusal(
    'The request cannot be understood: malformed JSON, a malformed form, an impossible parameter'
  )],
  [403, 'Forbidden', refusal('Whoever asks may not do this; without a valid key one is anonymous')],
  [404, 'NotFound', refusal(
    'There is nothing here, or nothing that may be seen; also when the payload refers to what is not there'
  )],
  [405, 'MethodNotAllowed', refusal('There is no such method at this address, for anybody', headers('Allow'))],
  [409, 'Conflict', refusal('The resource is not in the state that the patch expects')],
  [412, 'PreconditionFailed', refusal(
    'The resource has changed since it was read (`If-Match`, `If-Unmodified-Since`)'
  )],
  [413, 'TooLarge', refusal('The body, a file or a number of things is larger than a limit of this installation')],
  [401, 'Unauthorized', refusal(
    'The key in the `Authorization` header is not valid, or has expired', headers('WWW-Authenticate')
  )],
  [415, 'UnsupportedMediaType', refusal('The body is neither JSON nor a form')],
  [422, 'Unprocessable', refusal('The payload is understood but not acceptable; messages stand under the keys at fault')],
  [500, 'Unexpected', refusal('Something went wrong on the server, and is in its log')],
  [503, 'Busy', refusal('There is too much to do at the moment', headers('Retry-After'))],
  [507, 'NoRoom', refusal('There is no room left on the disk of the server')]
]

/** These responses as components. */
export const sharedResponses: Record<string, Response> =
  Object.fromEntries(SHARED.map(([, name, response]) => [name, response]))

/** Shared responses by their statuses, as references to the components. */
export function shared (...statuses: readonly number[]): Operation['responses'] {
  return Object.fromEntries(SHARED.filter(([status]) => statuses.includes(status))
    .map(([status, name]) => [status, referTo('responses', name)]))
}

/** The kinds of operation; the id of each operation begins with one of them. */
const KINDS = ['search', 'count', 'read', 'create', 'replace', 'patch', 'delete'] as const
export type Kind = typeof KINDS[number]

export function kindOf (operationId: string): Kind {
  const kind = KINDS.find((name) => operationId.startsWith(name))
  if (kind === undefined) {
    throw new TypeError(`The operation id "${operationId}" begins with none of ${KINDS.join(', ')}.`)
  }
  return kind
}

/** The API operation of each kind; counting facets is part of `search`. */
export const API_OPERATIONS = {
  search: 'search',
  count: 'search',
  read: 'read',
  create: 'create',
  replace: 'update',
  patch: 'update',
  delete: 'delete'
} as const satisfies Record<Kind, string>

export function isWrite (kind: Kind): boolean {
  return kind !== 'search' && kind !== 'count' && kind !== 'read'
}

const OF_READS = [304, 400, 401, 403, 500, 503]
const OF_WRITES = [204, 400, 401, 403, 404, 500, 503]
const OF_BODIES = [413, 415, 422, 507]

/** Statuses of responses other than the result. */
const OTHERS: Record<Kind, readonly number[]> = {
  search: OF_READS,
  count: OF_READS,
  read: [...OF_READS, 404],
  create: [...OF_WRITES, ...OF_BODIES],
  replace: [...OF_WRITES, ...OF_BODIES, 412],
  patch: [...OF_WRITES, ...OF_BODIES, 409, 412],
  delete: [...OF_WRITES, 412, 422, 507]
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

/** @param products names with which some headers begin. */
function headersOf (kind: Kind, products: readonly string[]): Record<string, Reference> {
  const named = (name: string): Record<string, Reference> => Object.fromEntries(
    products.map((product) => [`${product}-${name}`, referTo('headers', name.replaceAll('-', ''))]))
  const preference = { ...headers('Preference-Applied'), ...named('Ignored') }
  switch (kind) {
    case 'search': return { ...headers('Link'), ...named('Total-Results'), ...headers('ETag'), ...preference }
    case 'count': return { ...headers('ETag'), ...preference }
    case 'read': return { ...headers('ETag', 'Last-Modified'), ...preference }
    case 'create': return { ...headers('Location'), ...preference, ...named('Warning') }
    case 'replace':
    case 'patch': return { ...preference, ...named('Warning') }
    default: return preference
  }
}

/**
 * All responses of an operation on a resource type, the result first.
 *
 * @param result schema of the result. @param products names of the installation in headers.
 */
export function responsesOf (
  kind: Kind, result: Schema, products: readonly string[], schemas: Record<string, unknown>
): Operation['responses'] {
  const schema = kind === 'search' || kind === 'read' ? withFields(result, schemas) : result
  const content: Record<string, MediaType> = { [JSON_LD]: { schema } }
  if (kind !== 'count') {
    for (const [type, form] of FORMS) content[type] = { schema: form }
    for (const type of RDF) content[type] = { schema: { type: 'string' } }
  }
  return {
    200: { description: DESCRIPTIONS[kind], headers: headersOf(kind, products), content },
    ...shared(...OTHERS[kind])
  }
}

/** Request headers that an operation reads, as names of parameter components. */
export function requestHeadersOf (kind: Kind): string[] {
  if (!isWrite(kind)) return ['IfNoneMatch', 'Prefer']
  return kind === 'create' ? ['Prefer'] : ['Prefer', 'IfMatch', 'IfUnmodifiedSince']
}

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
    required: required.filter((member) => REQUIRED_MEMBERS.includes(member)),
    description: `With \`fields\`: the members of ${name} that it names`
  }
  return reference
}
