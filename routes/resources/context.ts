import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withTrailingSlash } from '../shared/paths.js'

/**
 * The JSON-LD context that every representation refers to (docs/contract/http.md §11), whatever the method. Clients
 * that ask for a context as the algorithms of JSON-LD 1.1 do, by its profile, get one that also knows the keys
 * without a prefix. Methods that have no route are answered by plugins/reply/not-found.ts.
 */
export default async function context (fastify: FastifyInstance): Promise<void> {
  const schema = { operationId: 'readContext', summary: 'Read the JSON-LD context', tags: ['api-context'] }
  const config = { ignoresActor: true, ignoresBody: true }
  const hidden = { hide: true }
  const handler = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.vitrine.settleFormat().setHeader()
    return await reply.vitrine.sendContext()
  }
  for (const url of withTrailingSlash(fastify, '/api-context')) {
    const shown = url.endsWith('/') ? hidden : schema
    fastify.route({ method: 'GET', url, exposeHeadRoute: true, schema: shown, config, handler })
    fastify.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url, schema: hidden, config, handler })
    fastify.route({
      method: 'OPTIONS', url, schema: hidden, handler: async (_request, reply) => reply.vitrine.sendMethods(['search'])
    })
  }
}
