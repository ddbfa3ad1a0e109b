import { Type, type TObject } from '@sinclair/typebox'
import type { FastifyContextConfig, FastifyInstance, FastifySchema, HTTPMethods } from 'fastify'
import type { Query } from '../../api/core/calls/call.js'
import { noun } from '../../api/core/text/nouns.js'
import { takesRdf } from '../../api/move/rdf/own-keys.js'
import type { ResourceApi } from '../../api/resources/definition/resource-api.js'
import uploads from '../../plugins/body/uploads.js'
import { ERRORS, IdParams } from '../../schemas/shared/common.js'
import { ChangeQuery, GeneralQuery, ReadQuery } from '../../schemas/shared/query.js'
import { operationsOn, type Handler, type RouteTypes } from './operations.js'
import { withTrailingSlash } from '../shared/address.js'

const CONSUMES = ['application/json', 'application/ld+json', 'multipart/form-data']
const PATCHES = [
  'application/json',
  'application/merge-patch+json',
  'application/json-patch+json',
  'multipart/form-data'
]

/** Types a query as it is received: texts, in lists and objects, even if the schema documents numbers. */
const received = (schema: TObject) => Type.Unsafe<Query>(schema)

function schemasOf ({ name, schemas }: ResourceApi) {
  const { entity } = schemas
  const one = noun(entity)
  const article = /^[aeiou](?!ser)/.test(one) ? 'an' : 'a'
  const tags = [name]
  const operation = (verb: string, summary: string) => ({ operationId: `${verb}${entity}`, summary, tags })
  const ok = { 200: schemas.representation, ...ERRORS }
  const write = { querystring: received(ChangeQuery), response: ok }
  return {
    search: {
      ...operation('search', `Search ${name.replaceAll('_', ' ')}`),
      querystring: received(schemas.query),
      response: { 200: schemas.list, ...ERRORS }
    },
    count: {
      ...operation('count', `Count ${name.replaceAll('_', ' ')} by facets`),
      querystring: received(schemas.facetQuery ?? schemas.query),
      response: { 200: schemas.facetCounts ?? Type.Unknown(), ...ERRORS }
    },
    read: {
      ...operation('read', `Read ${article} ${one}`), params: IdParams, querystring: received(ReadQuery), response: ok
    },
    create: {
      ...operation('create', `Create ${article} ${one}`),
      querystring: received(GeneralQuery),
      body: schemas.input,
      consumes: CONSUMES,
      response: ok
    },
    replace: {
      ...operation('replace', `Replace ${article} ${one}`),
      ...write,
      params: IdParams,
      body: schemas.input,
      consumes: CONSUMES
    },
    patch: {
      ...operation('patch', `Change ${article} ${one}`),
      ...write,
      params: IdParams,
      body: Type.Union([schemas.input, Type.Array(Type.Unknown())]),
      consumes: PATCHES
    },
    remove: {
      ...operation('delete', `Delete ${article} ${one}`),
      ...write,
      params: IdParams,
      response: { 200: schemas.deleted, ...ERRORS }
    }
  }
}

/**
 * The routes of all resource types, including types that the embedding application adds. All methods reach the API,
 * because access is checked first: a client without the right to write gets 403 even if the type has no such operation,
 * which would be 405 (docs/contract/acl.md §2).
 */
export default async function resources (fastify: FastifyInstance): Promise<void> {
  // Forms have a scope of their own, because @fastify/multipart would add its hooks to reads as well.
  await fastify.register(async (withForms) => {
    await withForms.register(uploads)
    for (const name of fastify.api.resourceNames) addRoutes(fastify.api.resource(name), fastify, withForms)
  })
}

function addRoutes (resource: ResourceApi, fastify: FastifyInstance, withForms: FastifyInstance): void {
  const operations = operationsOn(resource, fastify)
  const schemas = schemasOf(resource)
  const isRdf = takesRdf(resource.name)
  const creates = { ...operations.authorize('create'), takesRdf: isRdf }
  const updates = { ...operations.authorize('update'), takesRdf: isRdf }
  const add = (
    path: string, method: HTTPMethods | HTTPMethods[], schema: FastifySchema, handler: Handler,
    config: FastifyContextConfig = {}
  ): void => {
    const scope = config.authorize === undefined ? fastify : withForms
    for (const url of withTrailingSlash(fastify, path)) {
      // The documentation shows only one of the two paths.
      const hide = schema.hide === true || url.endsWith('/')
      scope.route<RouteTypes>({ method, url, exposeHeadRoute: method === 'GET', schema: { ...schema, hide }, config, handler })
    }
  }
  const [list, one] = [`/${resource.name}`, `/${resource.name}/:id`]
  add(list, 'GET', schemas.search, operations.search)
  add(list, 'POST', schemas.create, operations.create, creates)
  add(list, ['PUT', 'PATCH', 'DELETE'], HIDDEN, operations.refuse, { decodesDelete: true })
  add(list, 'OPTIONS', HIDDEN, operations.options)
  if (resource.schemas.facetQuery !== undefined) add(`${list}/facets`, 'GET', schemas.count, operations.facets)
  add(one, 'GET', schemas.read, operations.read)
  add(one, 'POST', { ...schemas.create, hide: true }, operations.create, creates)
  add(one, 'PUT', schemas.replace, operations.replace, updates)
  add(one, 'PATCH', schemas.patch, operations.patch, updates)
  add(one, 'DELETE', schemas.remove, operations.remove)
  add(one, 'OPTIONS', HIDDEN, operations.options)
}

/** Schema of routes that are not part of the documentation. */
const HIDDEN = { hide: true, querystring: received(GeneralQuery), response: { '2xx': Type.Unknown(), ...ERRORS } }
