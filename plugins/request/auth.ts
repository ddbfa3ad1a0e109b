import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ANONYMOUS, REFUSED, type Actor } from '../../api/core/calls/actor.js'
import type { Query } from '../../api/core/calls/call.js'
import { KEY_PARAMETERS } from '../../api/core/calls/query-input.js'
import { invalidKey } from '../http/http-errors.js'
import { extendRequest } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** The owner of the API key; on routes that read sessions, the account that is signed in; anonymous otherwise. */
    actor: Actor
    /** Identity of the API key that was sent, if it is valid. */
    key: string | undefined
    /**
     * Whether the key is still valid for this actor, checked during long answers. Always true for anonymous clients.
     */
    isStillActor (): Promise<boolean>
  }
}

interface Credentials { identity: string, credential: string }

/**
 * The key in the query, which all existing clients use (docs/contract/acl.md §7). Lists are ignored.
 *
 * @returns 'incomplete' when something was sent, but no key.
 */
function inQuery ({ key_identity: identity, key_credential: credential }: Query): Credentials | 'incomplete' | undefined {
  if ((identity ?? '') === '' && (credential ?? '') === '') return undefined
  if (typeof identity !== 'string' || typeof credential !== 'string') return 'incomplete'
  return identity === '' || credential === '' ? 'incomplete' : { identity, credential }
}

/**
 * The key in the Authorization header: `Basic` base64 of `identity:credential`, or `Bearer identity.credential`.
 *
 * @returns undefined if the header contains no key.
 */
function inHeader (header: string): Credentials | undefined {
  const [, scheme, token] = /^(basic|bearer) +(\S+) *$/i.exec(header) ?? []
  if (scheme === undefined || token === undefined) return undefined
  const isBasic = scheme.toLowerCase() === 'basic'
  const text = isBasic ? Buffer.from(token, 'base64').toString('utf8') : token
  const at = text.indexOf(isBasic ? ':' : '.')
  return at === -1 ? undefined : { identity: text.slice(0, at), credential: text.slice(at + 1) }
}

/** Whether the answer of a route does not depend on the actor, so that an invalid key is no error. */
function ignoresKeys ({ is404, routeOptions: { config } }: FastifyRequest): boolean {
  return is404 || config.varies === false || config.ignoresActor === true
}

/**
 * Authenticates the client, and removes the credentials from the query before any code searches with it or repeats it.
 *
 * An invalid key in the query is no error (docs/contract/http.md §10): the request is anonymous, and a header says why.
 * In the Authorization header, which no client of the reference sends, it is refused (RFC 9110, 11.6.1).
 */
function authPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { product, productAliases } = fastify.api.settings
  const statusHeaders = [product, ...productAliases].map((word) => `${word}-Key-Status`)
  extendRequest(fastify, { actor: ANONYMOUS, key: undefined, isStillActor: async () => true })

  function stayAnonymous (request: FastifyRequest, reply: FastifyReply, actor: Actor): void {
    request.vitrine.actor = actor
    for (const name of statusHeaders) reply.header(name, actor.keyProblem)
  }

  /** The challenges for an invalid key. Not `Basic` for scripts, because the browser would open a password dialog. */
  function challenge (request: FastifyRequest, reply: FastifyReply, { keyProblem }: Actor): Error {
    const error = invalidKey(keyProblem!)
    const basic = request.raw.headers['sec-fetch-mode'] === undefined ? `, Basic realm="${product}", charset="UTF-8"` : ''
    reply.header('cache-control', 'no-store')
    reply.header('www-authenticate',
      `Bearer realm="${product}", error="invalid_token", error_description="${error.message}"${basic}`)
    return error
  }

  /** Logs a refused key. Names the identity only if it exists: a client may have sent the credential in its place. */
  function noteRefusal (
    { vitrine }: FastifyRequest, identity: string | undefined, { keyProblem: reason }: Actor
  ): void {
    vitrine.noteRefusal('A key was refused.', async () => {
      const account = await fastify.api.keys.ownerOf(identity ?? '')
      return { account, key: account === undefined ? undefined : identity, reason }
    })
  }

  fastify.addHook('onRequest', (request, reply, next) => {
    const { vitrine } = request
    const query = request.vitrine.query
    const given = inQuery(query)
    // Looked for first, because `delete` takes longer, also if there is nothing to delete.
    for (const name of KEY_PARAMETERS) if (name in query) delete query[name]
    if (request.routeOptions.config.readsSession === true) {
      vitrine.session.then((session) => {
        if (session !== undefined) vitrine.actor = session.actor
        next()
      }, next)
      return
    }
    // An empty header contains no key: some clients and proxies empty it instead of leaving it out.
    const authorization = request.raw.headers.authorization || undefined
    if (authorization === undefined && given === undefined) return next()
    if (given === 'incomplete' && authorization === undefined) {
      stayAnonymous(request, reply, REFUSED.incomplete)
      if (!ignoresKeys(request)) noteRefusal(request, undefined, REFUSED.incomplete)
      return next()
    }
    const isInQuery = typeof given === 'object'
    const credentials = isInQuery ? given : inHeader(authorization!)
    const find = async (): Promise<Actor> => credentials === undefined
      ? REFUSED.incomplete
      : await fastify.api.authenticate(credentials.identity, credentials.credential, vitrine.client)
    find().then((actor) => {
      if (actor.keyProblem === undefined) {
        vitrine.actor = actor
        vitrine.key = credentials?.identity
        vitrine.isStillActor = async () => isDeepStrictEqual(await find(), actor)
        return next()
      }
      if (ignoresKeys(request)) {
        if (isInQuery) stayAnonymous(request, reply, actor)
        return next()
      }
      noteRefusal(request, credentials?.identity, actor)
      if (isInQuery) stayAnonymous(request, reply, actor)
      else return next(reply.vitrine.countRequest() ?? challenge(request, reply, actor))
      next()
    }).catch(next)
  })
  done()
}

export default fp(authPlugin, {
  name: 'vitrine-auth',
  dependencies: ['vitrine-api', 'vitrine-address', 'vitrine-query-string', 'vitrine-sessions', 'vitrine-rate-limit', 'vitrine-refusals']
})
