import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifySchema } from 'fastify'
import type { Api } from '../../api/api.js'
import type { DataType } from '../../api/values/data-type.js'
import { version, packageFolder } from '../../package.js'
import { jsonLdDocument, jsonPatch, mergePatch, requestBodyOf } from './parts/bodies.js'
import { Components } from './parts/components.js'
import { addExamples, searchTable } from './examples.js'
import { requestHeaders, responseHeaders } from './parts/headers.js'
import { otherBody, otherResponses } from './parts/other-responses.js'
import { serialised, shareParameters } from './parts/parameters.js'
import {
  API_OPERATIONS, isWrite, kindOf, referTo, requestHeadersOf, responsesOf, sharedResponses
} from './parts/responses.js'
import { tagsOf } from './parts/tags.js'
import { SERVER, type OpenApiDocument, type Operation, type Parameter, type Schema } from './parts/types.js'

/** A route of the document; its path is relative to the mount. */
export interface DocumentedRoute { method: string, url: string, schema: FastifySchema }

/** The schema of a route as plain JSON; its named parts are references. */
interface RouteSchema extends Pick<Operation, 'operationId' | 'summary' | 'tags' | 'description'> {
  querystring?: Schema
  params?: Schema
  body?: Schema
  response?: Record<string, Schema>
}

type Described = Schema & { description?: string, examples?: unknown[] }

/** The ways to send an API key (docs/contract/acl.md §7.1). */
const securitySchemes = {
  keyIdentity: {
    type: 'apiKey', in: 'query', name: 'key_identity', description: 'Identity of an API key, together with its credential'
  },
  keyCredential: { type: 'apiKey', in: 'query', name: 'key_credential', description: 'Credential of that key' },
  basic: {
    type: 'http', scheme: 'basic', description: 'The identity of an API key as user name, its credential as password'
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'identity.credential',
    description: 'Identity and credential of an API key, joined by a dot'
  }
}

type Requirement = Record<string, string[]>

const WITH_KEY: Requirement[] = [{ basic: [] }, { bearer: [] }, { keyIdentity: [], keyCredential: [] }]

const SECURITY: Record<'optional' | 'required', Requirement[]> = {
  /** Public data can be read without a key; with one, everything that its owner may see. */
  optional: [{}, ...WITH_KEY],
  required: WITH_KEY
}

/**
 * Describes routes as OpenAPI 3.1, from their schemas and the definitions of the API. Adds what schemas of routes
 * cannot hold: bodies by media type, all statuses, headers of requests and answers, authentication, and examples.
 */
export function documentOf (routes: readonly DocumentedRoute[], api: Api): OpenApiDocument {
  const components = new Components()
  const referred = routes.map(({ method, url, schema }) => ({
    method: method.toLowerCase(),
    address: url.replace(/:(\w+)|\*/g, (all, name = all) => `{${name}}`),
    schema: components.refer(schema) as RouteSchema
  }))
  const schemas = components.all()
  const paths: OpenApiDocument['paths'] = {}
  for (const { method, address, schema } of referred) {
    const operation = operationOf(address, schema, schemas, api)
    if (operation !== undefined) paths[address] = { ...paths[address], [method]: operation }
  }
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title: 'Vitrine', version, description: description(), license: { name: 'MIT', identifier: 'MIT' } },
    components: {
      securitySchemes,
      schemas: withAddedValues({
        ...schemas, JsonLdDocument: jsonLdDocument, JsonPatch: jsonPatch, MergePatch: mergePatch
      }, api.addedDataTypes),
      responses: structuredClone(sharedResponses),
      headers: responseHeaders,
      parameters: { ...requestHeaders }
    },
    paths,
    servers: [{ url: SERVER }],
    security: SECURITY.optional,
    tags: tagsOf(paths)
  }
  shareParameters(document)
  addExamples(document)
  return document
}

/**
 * The operation of a route; undefined if the resource type does not offer it.
 *
 * @param schemas the components that schemas refer to; new ones are added.
 */
function operationOf (
  address: string, schema: RouteSchema, schemas: Record<string, Schema>, api: Api
): Operation | undefined {
  const { operationId, summary, tags, description, querystring, params, body, response } = schema
  const [name = ''] = tags
  const result = response?.['200']
  const isOfType = api.resourceNames.includes(name) && result !== undefined && !/\/(?:log|export)$/.test(address)
  const kind = isOfType ? kindOf(operationId) : undefined
  if (kind !== undefined && !api.resource(name).operations.includes(API_OPERATIONS[kind])) return undefined
  const inPath = Array.from(address.matchAll(/\{([^{}]+)\}/g), ([, name]) => [name!, { type: 'string' }] as const)
  const described = [
    ...parametersIn('query', querystring),
    ...parametersIn('path', params ?? { properties: Object.fromEntries(inPath) })
  ]
  const parameters = [
    ...described.flatMap((parameter) => serialised(parameter, schemas)),
    ...(kind === undefined ? [] : requestHeadersOf(kind).map((name) => referTo('parameters', name)))
  ]
  const requestBody = body && (kind === undefined ? otherBody(operationId, body) : requestBodyOf(name, kind, body))
  const needsKey = kind === undefined ? body !== undefined : isWrite(kind)
  return {
    operationId,
    summary,
    tags,
    ...(description !== undefined && { description }),
    ...(requestBody !== undefined && { requestBody }),
    ...(parameters.length > 0 && { parameters }),
    responses: kind === undefined
      ? otherResponses(operationId, result)
      : responsesOf(kind, result!, [api.settings.product, ...api.settings.productAliases], schemas),
    ...(needsKey && { security: SECURITY.required })
  }
}

/** The parameters that the members of a schema of an object describe. */
function parametersIn (place: string, schema: Schema | undefined): Parameter[] {
  const properties = (schema?.properties ?? {}) as Record<string, Described>
  return Object.entries(properties).map(([name, { description, examples, ...rest }]) => ({
    name,
    in: place,
    ...(examples !== undefined && { example: examples[0] }),
    ...(description !== undefined && { description }),
    schema: rest
  }))
}

const COMMON_MEMBERS = ['property_id', 'property_label', 'is_public', '@annotation']

/** Describes values of the data types that an application added: they have the common members, and any others. */
function withAddedValues (schemas: Record<string, Schema>, added: readonly DataType[]): Record<string, Schema> {
  if (added.length === 0) return schemas
  const { Value: value, LiteralValue: literal } = schemas
  const properties = literal!.properties as Record<string, Schema>
  return {
    ...schemas,
    AddedValue: {
      type: 'object',
      description: 'A value of a data type that this installation added',
      required: ['type', ...COMMON_MEMBERS.slice(0, 3)],
      properties: {
        type: { type: 'string', enum: added.map(({ name }) => name) },
        ...Object.fromEntries(COMMON_MEMBERS.map((name) => [name, properties[name]]))
      }
    },
    Value: { ...value, anyOf: [...value!.anyOf as Schema[], { $ref: '#/components/schemas/AddedValue' }] }
  }
}

const FILE = path.join(packageFolder, 'plugins', 'openapi', 'description.md')

/** The introduction of the document, in Markdown. */
function description (): string {
  return readFileSync(FILE, 'utf8').replace('{{searches}}', searchTable()).trim()
}
