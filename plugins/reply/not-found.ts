import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Operation } from '../../api/core/calls/errors.js'
import { startPage } from '../../web/pages/alone.js'
import { leaveUnread } from '../body/bodies.js'
import { noSuchPage } from '../http/http-errors.js'
import { acceptsPage } from '../http/negotiation.js'
import { refuseMethod } from './methods.js'

/** Paths that exist: the index, the context, the list of a resource type, one resource. */
const ADDRESS = /^\/api(?:-context|(-local)?(?:\/([^/]+)(?:\/([^/]+))?)?)\/?$/

const CONTEXT = /^\/api-context\/?$/

interface Owned {
  /** The path of the installation as the server routes it. */
  root: string
  /** Whether all addresses below it are Vitrine's; otherwise only the addresses of the API are. */
  ownsAll: boolean
}

/**
 * Answers requests without a route as a page or JSON, depending on Accept. Never repeats the address, which may contain
 * a key. If the address exists, the method is not allowed (405).
 *
 * The start address is answered here instead of by a route, so that the embedding application can register one for it.
 */
function notFoundPlugin (fastify: FastifyInstance, { root, ownsAll }: Owned, done: () => void): void {
  async function notFound (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = (request.raw.url ?? '').split('?', 1)[0]!.slice(root.length)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && (path === '' || path === '/')) return await start(request, reply)
    const [address, local, name, id] = ADDRESS.exec(path) ?? []
    // The context answers every method (docs/contract/http.md §2).
    if (address !== undefined && CONTEXT.test(address)) return await reply.code(200).vitrine.sendContext()
    if (address !== undefined) {
      const isOnlyRead = name === undefined || local !== undefined
      const operations: readonly Operation[] = isOnlyRead ? ['search', 'read'] : fastify.api.resource(name).operations
      if (id !== undefined) request.params = { id }
      return refuseMethod(reply, operations)
    }
    if (acceptsPage(request)) return await reply.vitrine.sendMessage(404)
    throw noSuchPage()
  }

  async function start (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (acceptsPage(request)) {
      return reply.vitrine.switchLanguage() ?? await reply.code(200).vitrine.sendGuardedPage(startPage)
    }
    return sendStart(request, reply)
  }

  for (const prefix of ownsAll ? [''] : ['/api', '/api-local', '/api-context']) {
    fastify.register(async (below) => {
      below.addHook('onRequest', (request, _reply, next) => {
        leaveUnread(request)
        next()
      })
      below.setNotFoundHandler(notFound)
    }, { prefix })
  }
  done()
}

/** Answers a program at the start address with the addresses of the API. */
export function sendStart (request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { base } = request.vitrine
  return reply.code(200).vitrine.sendJson({
    '@id': `${base}/`,
    api: `${base}/api`,
    context: `${base}/api-context`,
    documentation: `${base}/api-docs`,
    openapi: `${base}/api/openapi.json`
  })
}

export default fp(notFoundPlugin, {
  name: 'vitrine-not-found', dependencies: ['vitrine-errors', 'vitrine-json-ld']
})
