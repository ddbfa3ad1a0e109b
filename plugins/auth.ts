import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { ANONYMOUS, type Actor } from '../api/access/actor.js'
import type { Query } from '../api/call.js'
import { extendRequest } from './namespace.js'

declare module './namespace.js' {
  interface VitrineRequest {
    /** Who asks: the owner of the key or, on routes that read sessions, who is signed in; anonymous otherwise. */
    actor: Actor
  }
}

interface Credentials { identity: string, credential: string }

/** The key in the query, which all existing clients use (docs/contract/acl.md §7). Lists are ignored. */
function inQuery ({ key_identity: identity, key_credential: credential }: Query): Credentials | undefined {
  return typeof identity === 'string' && typeof credential === 'string' ? { identity, credential } : undefined
}

/** The key in the Authorization header: `Basic` base64 of `identity:credential`, or `Bearer identity.credential`. */
function inHeader (header: string | undefined): Credentials | undefined {
  if (header === undefined) return undefined
  const [, scheme, token] = /^(basic|bearer) +(\S+) *$/i.exec(header) ?? []
  if (scheme === undefined || token === undefined) return undefined
  const isBasic = scheme.toLowerCase() === 'basic'
  const text = isBasic ? Buffer.from(token, 'base64').toString('utf8') : token
  const at = text.indexOf(isBasic ? ':' : '.')
  return at === -1 ? undefined : { identity: text.slice(0, at), credential: text.slice(at + 1) }
}

/**
 * Finds out who asks, and removes the credentials from the query before anything searches with it or repeats it.
 * An invalid key is no error (docs/contract/http.md §10): the request is anonymous.
 */
function authPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  extendRequest(fastify, { actor: ANONYMOUS })

  fastify.addHook('onRequest', (request, _reply, next) => {
    const { vitrine } = request
    const query = request.query as Query
    const credentials = inQuery(query) ?? inHeader(request.raw.headers.authorization)
    delete query.key_identity
    delete query.key_credential
    if (request.routeOptions.config.readsSession === true) {
      vitrine.session.then((session) => {
        if (session !== undefined) vitrine.actor = session.actor
        next()
      }, next)
      return
    }
    if (credentials === undefined || credentials.identity === '' || credentials.credential === '') return next()
    fastify.api.authenticate(credentials.identity, credentials.credential, vitrine.client).then((actor) => {
      vitrine.actor = actor
      next()
    }, next)
  })
  done()
}

export default fp(authPlugin, {
  name: 'vitrine-auth',
  dependencies: ['vitrine-api', 'vitrine-address', 'vitrine-query-string', 'vitrine-sessions']
})
