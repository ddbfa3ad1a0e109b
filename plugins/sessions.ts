import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { IDLE, type SignedIn } from '../api/accounts/sessions.js'
import { randomText } from '../api/accounts/secrets.js'
import { cookieOf, setCookie } from './cookies.js'
import { isSignatureOf, signatureOf } from './signature.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Who is signed in in the browser that asks. */
    sessionOf (request: FastifyRequest): Promise<Session | undefined>
    /** Has the browser keep the secret of a session that was opened. */
    keepSession (request: FastifyRequest, reply: FastifyReply, secret: string): void
    /** Ends the session and has the browser forget it. */
    endSession (request: FastifyRequest, reply: FastifyReply): Promise<void>
    /** A secret of the browser that asks, for the time before anybody signs in; made when there is none. */
    visitOf (request: FastifyRequest, reply: FastifyReply): string
    /** Identifies the browser that asks if an account was signed in there before; undefined otherwise. */
    knownBrowserOf (request: FastifyRequest, userId: number): string | undefined
    /** Has the browser remember that an account was signed in there, for as long as browsers keep a cookie. */
    keepKnownBrowser (request: FastifyRequest, reply: FastifyReply, userId: number): void
    /** The path of this installation as browsers see it: `''`, or `/collections`. */
    pathOf (request: FastifyRequest): string
  }
  interface FastifyContextConfig {
    /** What says who asks at this address: an API key unless this is true, then the session. */
    readsSession?: boolean
  }
}

export type Session = SignedIn & { secret: string }

const SESSION = 'vitrine_session'
const VISIT = 'vitrine_visit'
const SIGNED = /^([A-Za-z0-9]{43})\.([\w-]{43})$/
const SECRET_LENGTH = 43
/** 400 days in seconds: browsers keep no cookie for longer (RFC 6265bis, 5.5). */
const LONGEST_AGE = 400 * 24 * 60 * 60

/** One cookie for each account, because several people may use one browser. */
function knownBrowserCookie (userId: number): string {
  return `vitrine_known_${userId}`
}
/** The setting that holds what cookies are signed with. */
const KEY = 'session_secret'

/**
 * Sessions of browsers (contract/acl.md §7.3). Cookies are valid below the path of this installation, so that several
 * on one host do not meet, and are sent over TLS only where there is TLS. They are signed, each for its own name, so that
 * the database is not asked about secrets that are none of ours.
 */
async function sessionsPlugin (fastify: FastifyInstance): Promise<void> {
  const key = await fastify.api.installation.secret(KEY)
  const found = new WeakMap<FastifyRequest, Promise<Session | undefined>>()

  const textOf = (name: string, secret: string): string => `${name}=${secret}`
  const secretIn = (request: FastifyRequest, name: string): string | undefined => {
    const [, secret = '', signature = ''] = SIGNED.exec(cookieOf(request, name) ?? '') ?? []
    return isSignatureOf(key, textOf(name, secret), signature) ? secret : undefined
  }
  const set = (request: FastifyRequest, reply: FastifyReply, name: string, value: string, maxAge?: number): void => {
    setCookie(reply, {
      name,
      value,
      path: fastify.pathOf(request) || '/',
      isSecure: fastify.baseOf(request).startsWith('https:'),
      ...(maxAge !== undefined && { maxAge })
    })
  }
  const keep = (request: FastifyRequest, reply: FastifyReply, name: string, secret: string, maxAge?: number): void => {
    set(request, reply, name, `${secret}.${signatureOf(key, textOf(name, secret))}`, maxAge)
  }
  const forget = (request: FastifyRequest, reply: FastifyReply, name: string): void => { set(request, reply, name, '', 0) }
  async function find (request: FastifyRequest): Promise<Session | undefined> {
    const secret = secretIn(request, SESSION)
    const signedIn = secret === undefined ? undefined : await fastify.api.sessions.find(secret)
    return signedIn === undefined ? undefined : { ...signedIn, secret: secret! }
  }

  fastify.decorate('pathOf', (request: FastifyRequest): string => new URL(fastify.baseOf(request)).pathname.replace(/\/+$/, ''))

  fastify.decorate('sessionOf', async (request: FastifyRequest): Promise<Session | undefined> => {
    const session = found.get(request) ?? find(request)
    found.set(request, session)
    return await session
  })

  fastify.decorate('keepSession', (request: FastifyRequest, reply: FastifyReply, secret: string): void => {
    keep(request, reply, SESSION, secret, IDLE)
    forget(request, reply, VISIT)
  })

  fastify.decorate('endSession', async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const secret = secretIn(request, SESSION)
    if (secret !== undefined) await fastify.api.sessions.end(secret)
    forget(request, reply, SESSION)
  })

  fastify.decorate('knownBrowserOf', (request: FastifyRequest, userId: number): string | undefined =>
    secretIn(request, knownBrowserCookie(userId)))

  fastify.decorate('keepKnownBrowser', (request: FastifyRequest, reply: FastifyReply, userId: number): void => {
    const name = knownBrowserCookie(userId)
    keep(request, reply, name, secretIn(request, name) ?? randomText(SECRET_LENGTH), LONGEST_AGE)
  })

  fastify.decorate('visitOf', (request: FastifyRequest, reply: FastifyReply): string => {
    const present = secretIn(request, VISIT)
    if (present !== undefined) return present
    const secret = randomText(SECRET_LENGTH)
    keep(request, reply, VISIT, secret)
    return secret
  })
}

export default fp(sessionsPlugin, { name: 'vitrine-sessions', dependencies: ['vitrine-api', 'vitrine-address'] })
