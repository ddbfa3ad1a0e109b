import { Type, type TObject, type TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifyPluginAsync, FastifySchema } from 'fastify'
import { ErrorBody } from '../schemas/common.js'
import { FacetCounts, FacetQuery } from '../schemas/facets.js'
import { ChangeQuery, GeneralQuery, ReadQuery } from '../schemas/query.js'
import { operationsOn } from './operations.js'
import { spellings } from './paths.js'

/** What the routes of one resource type are made of. */
export interface ResourceDescription {
  /** Name in addresses. */
  name: string
  /** Name in the documentation: operations are called `searchItem`, `readItem`, … */
  schema: string
  /** What people call one of them, and many. */
  one: string
  many: string
  /** Searches can be counted. */
  hasFacets?: boolean
  query: TObject
  payload: TSchema
  representation: TSchema
}

interface OperationSchema extends FastifySchema {
  operationId: string
  summary: string
  tags: readonly string[]
  consumes?: readonly string[]
}

const CONSUMES = ['application/json', 'application/ld+json', 'multipart/form-data']
const PATCHES = ['application/json', 'application/merge-patch+json', 'application/json-patch+json', 'multipart/form-data']
const ERRORS = { '4xx': ErrorBody }
const Params = Type.Object({ id: Type.String({ description: 'Id of the resource' }) })

function schemasOf ({ name, schema, one, many, query, payload, representation }: ResourceDescription) {
  const ok = { 200: representation, ...ERRORS }
  const describe = (operation: string, summary: string, more: FastifySchema): OperationSchema =>
    ({ operationId: `${operation}${schema}`, summary, tags: [name], querystring: GeneralQuery, ...more })
  return {
    search: describe('search', `Search ${many}`, { querystring: query, response: { 200: Type.Array(representation), ...ERRORS } }),
    facets: describe('count', `Count ${many} by facets`, { querystring: Type.Composite([query, FacetQuery]), response: { 200: FacetCounts, ...ERRORS } }),
    read: describe('read', `Read one: ${one}`, { params: Params, querystring: ReadQuery, response: ok }),
    create: describe('create', `Make one: ${one}`, { body: payload, consumes: CONSUMES, response: ok }),
    replace: describe('replace', `Replace one: ${one}`, { params: Params, querystring: ChangeQuery, body: payload, consumes: CONSUMES, response: ok }),
    patch: describe('patch', `Change one: ${one}`, { params: Params, querystring: ChangeQuery, body: Type.Union([payload, Type.Array(Type.Unknown())]), consumes: PATCHES, response: ok }),
    remove: describe('delete', `Delete one: ${one}`, { params: Params, querystring: ChangeQuery, response: ok })
  }
}

/**
 * The routes of a resource type. All methods reach the API, which decides: whoever may not write at all is told so
 * (403) before it is said that the type has no such operation (405; contract/acl.md §2).
 */
export function resourceRoutes (description: ResourceDescription): FastifyPluginAsync {
  return async function (fastify: FastifyInstance) {
    const operations = operationsOn(fastify.api.resource(description.name), fastify)
    const schemas = schemasOf(description)
    const hidden = { hide: true } as FastifySchema

    for (const url of spellings(fastify, `/${description.name}`)) {
      // The documentation shows each address once.
      const shown = (operation: keyof typeof schemas): FastifySchema => url.endsWith('/') ? hidden : schemas[operation]
      fastify.route({ method: 'GET', url, exposeHeadRoute: true, schema: shown('search'), handler: operations.search })
      fastify.route({ method: 'POST', url, schema: shown('create'), config: operations.authorize('create'), handler: operations.create })
      fastify.route({ method: ['PUT', 'PATCH', 'DELETE'], url, schema: hidden, handler: operations.refuse })
      fastify.route({ method: 'OPTIONS', url, schema: hidden, handler: operations.options })
    }
    if (description.hasFacets === true) {
      for (const url of spellings(fastify, `/${description.name}/facets`)) {
        fastify.route({ method: 'GET', url, exposeHeadRoute: true, schema: url.endsWith('/') ? hidden : schemas.facets, handler: operations.facets })
      }
    }
    for (const url of spellings(fastify, `/${description.name}/:id`)) {
      const shown = (operation: keyof typeof schemas): FastifySchema => url.endsWith('/') ? hidden : schemas[operation]
      fastify.route({ method: 'GET', url, exposeHeadRoute: true, schema: shown('read'), handler: operations.read })
      fastify.route({ method: 'POST', url, schema: hidden, config: operations.authorize('create'), handler: operations.create })
      fastify.route({ method: 'PUT', url, schema: shown('replace'), config: operations.authorize('update'), handler: operations.replace })
      fastify.route({ method: 'PATCH', url, schema: shown('patch'), config: operations.authorize('update'), handler: operations.patch })
      fastify.route({ method: 'DELETE', url, schema: shown('remove'), handler: operations.remove })
      fastify.route({ method: 'OPTIONS', url, schema: hidden, handler: operations.options })
    }
  }
}
