import type { FastifyInstance } from 'fastify'
import { readOnly } from './read-only.js'

/** The JSON-LD context that every representation refers to (docs/contract/http.md §11). */
export default async function context (fastify: FastifyInstance): Promise<void> {
  const schema = { operationId: 'readContext', summary: 'Read the JSON-LD context', tags: ['api-context'] }
  readOnly(
    fastify,
    '/api-context',
    schema,
    async (_request, reply) => await reply.vitrine.sendAnswer(await fastify.api.context()),
    { isForEverybody: true }
  )
}
