import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addAddress } from '../shared/address.js'

/**
 * The JSON-LD context that every representation refers to (docs/contract/http.md §11), whatever the method. Clients
 * that ask for a context as the algorithms of JSON-LD 1.1 do, by its profile, get one that also knows the keys
 * without a prefix. Methods that have no route are answered by plugins/reply/not-found.ts.
 */
export default async function context (fastify: FastifyInstance): Promise<void> {
  const schema = { operationId: 'readContext', summary: 'Read the JSON-LD context', tags: ['api-context'] }
  const config = { ignoresActor: true, ignoresBody: true }
  const handler = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.vitrine.settle().setHeaders()
    return await reply.vitrine.sendContext()
  }
  addAddress(fastify, '/api-context', ['search'], [
    { method: 'GET', schema, config, handler }, { method: ['POST', 'PUT', 'PATCH', 'DELETE'], config, handler }
  ])
}
