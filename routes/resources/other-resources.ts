import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Operation } from '../../api/core/calls/errors.js'
import uploads from '../../plugins/body/uploads.js'
import { operationsOn, type Operations, type ResourceRequest } from './operations.js'
import { withTrailingSlash } from '../shared/address.js'

type Handled = Exclude<keyof Operations, 'authorize'>

/** The operations for methods with a body. */
const WRITES: Partial<Record<Handled, Operation>> = { create: 'create', replace: 'update', patch: 'update' }

const METHODS: Record<string, Record<string, Handled>> = {
  '/:resource': {
    GET: 'search', POST: 'create', PUT: 'refuse', PATCH: 'refuse', DELETE: 'refuse', OPTIONS: 'options'
  },
  '/:resource/:id': {
    GET: 'read', POST: 'create', PUT: 'replace', PATCH: 'patch', DELETE: 'remove', OPTIONS: 'options'
  }
}

/**
 * Refuses resource types that do not exist, for any method, after the body was checked (docs/contract/acl.md §2).
 */
export default async function otherResources (fastify: FastifyInstance): Promise<void> {
  const operationsFor = (request: ResourceRequest): Operations =>
    operationsOn(fastify.api.resource(request.params.resource), fastify)
  const by = (operation: Handled) => async (request: ResourceRequest, reply: FastifyReply): Promise<FastifyReply> =>
    await operationsFor(request)[operation](request, reply)
  const authorized = (operation: Operation) => ({
    authorize: async (request: ResourceRequest) => {
      await operationsFor(request).authorize(operation).authorize(request)
    }
  })

  await fastify.register(async (withForms) => {
    await withForms.register(uploads)
    for (const [path, methods] of Object.entries(METHODS)) {
      for (const url of withTrailingSlash(fastify, path)) {
        for (const [method, handled] of Object.entries(methods)) {
          const route = { method, url, schema: { hide: true } as object, handler: by(handled) }
          const operation = WRITES[handled]
          if (operation === undefined) fastify.route(route)
          else withForms.route({ ...route, config: authorized(operation) })
        }
      }
    }
  })
}
