import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { compatibilityLevel, version } from '../../package.js'

/** Ids that are safe in headers and logs: a client must not be able to inject lines or markup there. */
const SAFE = /^[\w-]{1,64}$/

/** Prefix of all ids of this process, because several processes may write to one log. */
const process = randomBytes(6).toString('base64url')
let count = 0

/** The id of a new request: the one that a proxy or client gave in `X-Request-Id`, if it is safe; otherwise its own. */
export function requestIdOf ({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SAFE.test(given) ? given : newRequestId()
}

export function newRequestId (): string {
  return `${process}-${(++count).toString(36)}`
}

/**
 * Sends the id of the request with the answer, so that a user can report it and the operator can find it in the log. An
 * embedding application chooses the ids; an id that is not safe in a header is left out.
 */
export function nameRequest (reply: FastifyReply): FastifyReply {
  const id = String(reply.request.id)
  return SAFE.test(id) ? reply.header('x-request-id', id) : reply
}

/**
 * Sets the headers with Vitrine's version (under its product name) and the compatibility level (under the aliases).
 */
function versionsPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { product, productAliases } = fastify.api.settings
  // In lower case, into which Fastify would otherwise convert them for each reply.
  const headers: Record<string, string> = {}
  for (const alias of productAliases) headers[`${alias}-version`.toLowerCase()] = compatibilityLevel
  headers[`${product}-version`.toLowerCase()] = version

  fastify.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
  done()
}

export default fp(versionsPlugin, { name: 'vitrine-versions', dependencies: ['vitrine-api'] })
