import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { SESSION_IDLE_SECONDS, type SignedIn } from '../../api/access/accounts/sessions.js'
import { randomText } from '../../api/access/accounts/secrets.js'
import { cookieOf, COOKIE_MAX_AGE_SECONDS, setCookie } from '../http/cookies.js'
import { extendReply, extendRequest } from '../http/namespace.js'
import { isSignatureOf, signatureOf } from '../http/signature.js'
import { withoutTrailingSlashes } from '../../api/core/text/trailing-slashes.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** The session of the browser; undefined if no account is signed in. */
    readonly session: Promise<Session | undefined>
    /** Identifies the browser if this account has signed in with it before; undefined otherwise. */
    knownBrowser (userId: number): string | undefined
    /** Path of this installation as browsers see it: `''`, or `/collections`. */
    readonly path: string
  }
  interface VitrineReply {
    /** Sets the cookie of a new session. */
    keepSession (secret: string): void
    /** Ends the session and removes its cookie. */
    endSession (): Promise<void>
    /**
     * Sets a cookie by which the browser is recognised when the account signs in again, for as long as browsers allow.
     */
    keepKnownBrowser (userId: number): void
    /** A random secret of this browser, for CSRF tokens without a session. Created if it does not exist. */
    visitSecret (): string
  }
}

export type Session = SignedIn & { secret: string }

export const SESSION = 'vitrine_session'
const VISIT = 'vitrine_visit'
const SIGNED = /^([A-Za-z0-9]{43})\.([\w-]{43})$/
const SECRET_LENGTH = 43

/** One cookie per account, because several people may use one browser. */
function knownBrowserCookie (userId: number): string {
  return `vitrine_known_${userId}`
}
/** Name of the stored key that signs cookies. */
const KEY = 'session_secret'

/**
 * Sessions of browsers (docs/contract/acl.md §7.3). The signature of a cookie covers name and value: an invented secret
 * is refused without a query of the database.
 */
async function sessionsPlugin (fastify: FastifyInstance): Promise<void> {
  const key = await fastify.api.installation.secret(KEY)
  const found = new WeakMap<FastifyRequest, Promise<Session | undefined>>()

  const textOf = (name: string, secret: string): string => `${name}=${secret}`
  const secretIn = (request: FastifyRequest, name: string): string | undefined => {
    const [, secret = '', signature = ''] = SIGNED.exec(cookieOf(request, name) ?? '') ?? []
    return isSignatureOf(key, textOf(name, secret), signature) ? secret : undefined
  }
  const keep = (reply: FastifyReply, name: string, secret: string, maxAge?: number): void => {
    setCookie(reply, name, `${secret}.${signatureOf(key, textOf(name, secret))}`, maxAge)
  }
  const forget = (reply: FastifyReply, name: string): void => { setCookie(reply, name, '', 0) }
  async function find (request: FastifyRequest): Promise<Session | undefined> {
    const secret = secretIn(request, SESSION)
    const signedIn = secret === undefined ? undefined : await fastify.api.sessions.find(secret)
    return signedIn === undefined ? undefined : { ...signedIn, secret: secret! }
  }

  extendRequest(fastify, {
    get path () { return withoutTrailingSlashes(new URL(this.base).pathname) },
    get session () {
      const session = found.get(this.request) ?? find(this.request)
      found.set(this.request, session)
      return session
    },
    knownBrowser (userId) { return secretIn(this.request, knownBrowserCookie(userId)) }
  })

  extendReply(fastify, {
    keepSession (secret) {
      keep(this.reply, SESSION, secret, SESSION_IDLE_SECONDS)
      forget(this.reply, VISIT)
    },
    async endSession () {
      const secret = secretIn(this.reply.request, SESSION)
      if (secret !== undefined) await fastify.api.sessions.end(secret)
      forget(this.reply, SESSION)
    },
    keepKnownBrowser (userId) {
      const name = knownBrowserCookie(userId)
      keep(this.reply, name, secretIn(this.reply.request, name) ?? randomText(SECRET_LENGTH), COOKIE_MAX_AGE_SECONDS)
    },
    visitSecret () {
      const present = secretIn(this.reply.request, VISIT)
      if (present !== undefined) return present
      const secret = randomText(SECRET_LENGTH)
      keep(this.reply, VISIT, secret)
      return secret
    }
  })
}

export default fp(sessionsPlugin, { name: 'vitrine-sessions', dependencies: ['vitrine-api', 'vitrine-address'] })
