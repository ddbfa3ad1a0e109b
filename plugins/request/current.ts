import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { BusyError } from '../../api/core/calls/errors.js'
import { cookieOf } from '../http/cookies.js'
import { SESSION } from './sessions.js'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const BEHIND = 'This server cannot show the writes up to that position while the database is unreachable. Try again in a moment.'
/** Part of every spelling of `key_identity` that is recognized (redaction.ts). */
const KEY_IN_QUERY = 'identity'

/**
 * Read-your-writes across nodes. If several nodes share a database, each learns of the others' writes a moment later.
 * So before a request with a key or session is processed, the node queries whether the database has newer writes, once
 * for all concurrent requests. Anonymous requests do not wait and may see data that is at most a second old, unless
 * they send the position of a write. While the primary database cannot be reached and replicas answer, an account sees
 * what the replica has received, and a request with a newer position is refused.
 */
function currentPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { store, settings: { product, productAliases } } = fastify.api
  // An SQLite file shows the writes of other processes immediately.
  if (store.engine.file !== undefined) return done()
  const headers = [product, ...productAliases].map((word) => `${word}-Position`)
  const names = headers.map((name) => name.toLowerCase())

  fastify.addHook('onRequest', (request, _reply, next) => {
    const { headers } = request.raw
    const isBehind = (): boolean => names.some((name) => Number(headers[name]) > store.position)
    const catchingUp = isOfAccount(request) || isBehind() ? store.catchUp() : undefined
    if (catchingUp === undefined) return next()
    // Refuse only while the database cannot be reached: after restoring a backup, a position may never be reached
    // again.
    catchingUp.then(() => { next(isBehind() && store.problem !== undefined ? new BusyError(BEHIND) : undefined) }, next)
  })
  fastify.addHook('onSend', (request, reply, payload, next) => {
    if (!SAFE.has(request.method)) for (const name of headers) reply.header(name, store.position)
    next(null, payload)
  })
  done()
}

/** Whether a request contains a key or a session, valid or not. */
function isOfAccount (request: FastifyRequest): boolean {
  const { headers, url = '' } = request.raw
  return headers.authorization !== undefined || url.includes(KEY_IN_QUERY) || cookieOf(request, SESSION) !== undefined
}

export default fp(currentPlugin, { name: 'vitrine-current', dependencies: ['vitrine-api'] })
