import type { FastifyInstance } from 'fastify'
import { spellings } from './paths.js'

/** The JSON-LD context that every representation names (contract/http.md §11). */
export default async function context (fastify: FastifyInstance): Promise<void> {
  const schema = { operationId: 'readContext', summary: 'Read the JSON-LD context', tags: ['api-context'] }
  for (const url of spellings(fastify, '/api-context')) {
    const hidden = { hide: true } as object
    fastify.route({
      method: 'GET',
      url,
      exposeHeadRoute: true,
      schema: url.endsWith('/') ? hidden : schema,
      handler: async (request, reply) => await fastify.sendAnswer(request, reply, await fastify.api.context())
    })
    fastify.route({ method: 'OPTIONS', url, schema: hidden, handler: async (request, reply) => fastify.sayMethods(request, reply, ['search']) })
  }
}
