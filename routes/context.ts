import type { FastifyInstance } from 'fastify'
import { Answer } from '../api/answer.js'
import { completeContext, type Prefixes } from '../api/rdf/context.js'
import { readOnly } from './read-only.js'

/**
 * The JSON-LD context that every representation refers to (docs/contract/http.md §11). Clients that ask for a context
 * as the algorithms of JSON-LD 1.1 do, by its profile, get one that also knows the keys without a prefix.
 */
export default async function context (fastify: FastifyInstance): Promise<void> {
  const schema = { operationId: 'readContext', summary: 'Read the JSON-LD context', tags: ['api-context'] }
  readOnly(
    fastify,
    '/api-context',
    schema,
    async (request, reply) => {
      const answer = await fastify.api.context()
      if (request.vitrine.format !== 'context') return await reply.vitrine.sendAnswer(answer)
      const { '@context': prefixes } = answer.json() as { '@context': Prefixes }
      const complete = new Answer(JSON.stringify({ '@context': completeContext(prefixes) }), { isLinkedData: false })
      return await reply.vitrine.sendAnswer(complete, 'context')
    },
    { isForEverybody: true }
  )
}
