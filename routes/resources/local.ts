import type { FastifyInstance } from 'fastify'
import { ParameterError } from '../../api/core/calls/errors.js'
import { forOwnOrigin } from '../../plugins/reply/cors.js'
import { sendExport } from '../publish/exports.js'
import { operationsOn, type Handler } from './operations.js'
import { readOnly, READS } from '../shared/address.js'

/**
 * `/api-local`: `/api` without writes, authenticated by the session of a browser (docs/contract/http.md §1–2). API
 * keys are ignored. It is read-only, so that no other site can make a browser write.
 */
export default async function local (fastify: FastifyInstance): Promise<void> {
  const shared = { readsSession: true }
  const read = (operation: typeof READS[number] | 'facets'): Handler => async (request, reply) => {
    const { resource } = request.params
    return await operationsOn(fastify.api.resource(resource), fastify, 'api-local')[operation](request, reply)
  }
  const add = (path: string, handler: Handler): void => {
    readOnly(fastify, path, undefined, handler, shared, shared)
  }

  fastify.addHook('onRequest', async (request, reply) => {
    // Answers depend on the cookie, so other origins may not read them: neither by CORS nor as a script (JSONP).
    forOwnOrigin(reply).header('vary', 'Accept, Cookie')
    const query = request.vitrine.query
    if (query.callback === undefined) return
    delete query.callback
    throw new ParameterError('callback', 'Answers to the session of a browser are not given as scripts. Use /api.')
  })
  add('/api-local', async (request, reply) => reply.redirect(`${request.vitrine.base}/api`))
  add('/api-local/:resource', read('search'))
  add('/api-local/:resource/facets', read('facets'))
  add('/api-local/:resource/export', async (request, reply) => await sendExport(fastify, request.params.resource, request, reply))
  add('/api-local/:resource/:id', read('read'))
}
