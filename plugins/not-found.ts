import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Operation } from '../api/errors.js'
import { noSuchPage } from './http-errors.js'

/** The addresses that exist: the index, the context, the list of a resource type, one resource. */
const ADDRESS = /^\/api(?:-context|(?:\/([^/]+)(?:\/([^/]+))?)?)\/?$/

/**
 * Answers requests that no route serves, in JSON. At an address that exists, it is the method that is unknown (405).
 *
 * Without a prefix only `/api` and below belong to Vitrine, everything else to the application around it.
 */
function notFoundPlugin (fastify: FastifyInstance, { root }: { root: string }, done: () => void): void {
  async function notFound (request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const path = (request.raw.url ?? '').split('?', 1)[0]!.slice(root.length)
    const [address, name, id] = ADDRESS.exec(path) ?? []
    if (address === undefined) throw noSuchPage()
    const operations: readonly Operation[] = name === undefined ? ['search'] : fastify.api.resource(name).operations
    if (id !== undefined) request.params = { id }
    reply.vitrine.refuseMethod(operations)
  }

  if (root === '') fastify.register(async (below) => { below.setNotFoundHandler(notFound) }, { prefix: '/api' })
  else fastify.setNotFoundHandler(notFound)
  done()
}

export default fp(notFoundPlugin, { name: 'vitrine-not-found', dependencies: ['vitrine-errors', 'vitrine-methods'] })
