import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { Answer } from '../api/core/answers/answer.js'
import { completeContext, type Prefixes } from '../api/core/rdf/context.js'
import { withTrailingSlash } from './paths.js'

/**
 * The JSON-LD context that every representation refers to (docs/contract/http.md §11), for any method. Clients that
 * request it with the profile for contexts, as JSON-LD 1.1 specifies, get one that also defines the keys without a
 * prefix.
 */
export default async function context (fastify: FastifyInstance): Promise<void> {
  const schema = { operationId: 'readContext', summary: 'Read the JSON-LD context', tags: ['api-context'] }
  const config = { ignoresActor: true, ignoresBody: true }
  const hidden = { hide: true } as FastifySchema
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = await fastify.api.context()
    if (request.vitrine.format !== 'context') return await reply.vitrine.sendAnswer(answer, 'negotiated')
    const { '@context': prefixes } = answer.json() as { '@context': Prefixes }
    const complete = new Answer(JSON.stringify({ '@context': completeContext(prefixes) }), { isLinkedData: false })
    return await reply.vitrine.sendAnswer(complete, 'context')
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
