import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { BusyError } from '../../api/core/calls/errors.js'
import { cookieOf } from '../http/cookies.js'
import { SESSION } from './sessions.js'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const BEHIND = 'What the named position tells of is not known here while the database is away. Try again in a moment.'
/** However it is spelled (redaction.ts). */
const KEY_IN_QUERY = 'identity'

/**
 * Whoever wrote through one node sees it at once through any. Where several nodes share a database, each learns of what
 * others have written a moment later; so before a request of an account is looked at, its key and its session
 * included, the node asks the database whether it knows everything, once for all who ask at the same time. Anonymous
 * readers are answered at once, at most a second late, unless they name a position that an answer to a write has told.
 * While the database is away and replicas answer, an account sees what the replica has received, and a request with a
 * position that is not known here is refused.
 */
function currentPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { store, settings: { product, productAliases } } = fastify.api
  // A file tells at once what others have written to it.
  if (store.file !== undefined) return done()
  const headers = [product, ...productAliases].map((word) => `${word}-Position`)
  const names = headers.map((name) => name.toLowerCase())

  fastify.addHook('onRequest', (request, _reply, next) => {
    const { headers } = request.raw
    const isBehind = (): boolean => names.some((name) => Number(headers[name]) > store.position)
    const catchingUp = isOfAccount(request) || isBehind() ? store.catchUp() : undefined
    if (catchingUp === undefined) return next()
    // Where the database was restored from a backup, nobody will ever know of a position that was told before.
    catchingUp.then(() => { next(isBehind() && store.problem !== undefined ? new BusyError(BEHIND) : undefined) }, next)
  })
  fastify.addHook('onSend', (request, reply, payload, next) => {
    if (!SAFE.has(request.method)) for (const name of headers) reply.header(name, store.position)
    next(null, payload)
  })
  done()
}

/** Whether a request names an account, be it wrongly. */
function isOfAccount (request: FastifyRequest): boolean {
  const { headers, url = '' } = request.raw
  return headers.authorization !== undefined || url.includes(KEY_IN_QUERY) || cookieOf(request, SESSION) !== undefined
}

export default fp(currentPlugin, { name: 'vitrine-current', dependencies: ['vitrine-api'] })
