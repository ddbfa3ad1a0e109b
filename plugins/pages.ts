import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isAdmin } from '../api/access/actor.js'
import { ApiError } from '../api/errors.js'
import { assetAddresses } from '../web/assets.js'
import { document, type Frame, type Page } from '../web/frame.js'
import { messagePage } from '../web/pages/message.js'
import { isOwnOrigin, isTokenOf, tokenOf } from './csrf.js'
import { refusalOf } from './errors.js'
import { UnsupportedMediaTypeError } from './http-errors.js'
import { redact } from './redaction.js'
import type { Session } from './sessions.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends a page, made for who is signed in. */
    sendPage (request: FastifyRequest, reply: FastifyReply, page: (frame: Frame) => Page): Promise<FastifyReply>
    /** The fields of a form. Forms that do not come from a page of ours are refused before. */
    formOf (request: FastifyRequest): URLSearchParams
    /** Sends a browser on after something was done. @param address below the path of this installation. */
    sendOn (request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply
    /** Who is signed in; at pages for which one has to be. */
    personOf (request: FastifyRequest): Session
  }
  interface FastifyContextConfig {
    /** The page is for whoever is signed in; others are sent to sign in, and brought back afterwards. */
    needsSession?: boolean
  }
}

/** Larger than any form of ours. */
const FORM_LIMIT = 64 * 1024

const POLICY = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'"
}

/** The Content-Security-Policy of a page. @param more directives that the page needs besides, or in place of, those of all. */
export function policyWith (more: Record<string, string> = {}): string {
  return Object.entries({ ...POLICY, ...more }).map(([directive, sources]) => `${directive} ${sources}`).join('; ')
}

/** Nothing from elsewhere, in no frame, in no cache. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': policyWith(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  // Not no-referrer: then browsers would not say where a form comes from either.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
}

class ForgedFormError extends ApiError {
  constructor () { super('forbidden', { error: 'This form did not come from a page of ours, or it is too old. Open the page again and repeat what you did.' }) }
}

const HEADINGS: Record<number, string> = { 403: 'Not for you', 404: 'Nothing here', 405: 'Not like that' }

/** What pages for people have in common: headers, forms that are what they seem, errors that can be read. */
function pagesPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const people = new WeakMap<FastifyRequest, Session>()

  async function frameOf (request: FastifyRequest, reply: FastifyReply): Promise<Frame> {
    const session = await fastify.sessionOf(request)
    const path = fastify.pathOf(request)
    return {
      path,
      title: String(await fastify.api.installation.get('installation_title') ?? 'Vitrine'),
      assets: assetAddresses(path),
      token: tokenOf(session?.secret ?? fastify.visitOf(request, reply)),
      person: session === undefined ? undefined : { id: session.actor.id, name: session.name, managesUsers: isAdmin(session.actor) }
    }
  }

  fastify.decorate('sendPage', async (request: FastifyRequest, reply: FastifyReply, page: (frame: Frame) => Page): Promise<FastifyReply> => {
    const frame = await frameOf(request, reply)
    return reply.header('content-type', 'text/html; charset=utf-8').send(document(frame, page(frame)))
  })
  fastify.decorate('sendOn', (request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply => reply.redirect(fastify.pathOf(request) + address, 303))
  fastify.decorate('formOf', (request: FastifyRequest): URLSearchParams => request.body as URLSearchParams)
  fastify.decorate('personOf', (request: FastifyRequest): Session => people.get(request)!)

  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_LIMIT }, async (_request: FastifyRequest, body: string) => new URLSearchParams(body))

  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    if (request.routeOptions.config.needsSession !== true) return
    const session = await fastify.sessionOf(request)
    if (session !== undefined) {
      people.set(request, session)
      return
    }
    const address = redact((request.raw.url ?? '').slice(fastify.prefix.replace(/\/+$/, '').length))
    return fastify.sendOn(request, reply, request.method === 'GET' ? `/login?next=${encodeURIComponent(address)}` : '/login')
  })

  fastify.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return
    if (!(request.body instanceof URLSearchParams)) throw new UnsupportedMediaTypeError(request.headers['content-type'] ?? 'none')
    const secret = (await fastify.sessionOf(request))?.secret ?? fastify.visitOf(request, reply)
    const hosts = [request.raw.headers.host, new URL(fastify.baseOf(request)).host]
    if (!isOwnOrigin(request.raw.headers.origin, hosts) || !isTokenOf(secret, request.body.get('csrf') ?? '')) throw new ForgedFormError()
  })

  fastify.setErrorHandler(async (error: FastifyError, request, reply) => {
    const { status, body } = refusalOf(error)
    if (status === 500) request.log.error({ err: error }, error.message)
    const message = (body.errors as { error?: unknown }).error
    const text = error instanceof ForgedFormError || !(error instanceof ApiError) ? String(message) : status === 404 ? 'There is no such page.' : 'You may not do this.'
    return await fastify.sendPage(request, reply.code(status), (frame) => messagePage(frame, HEADINGS[status] ?? 'That did not work', text))
  })
  done()
}

export default fp(pagesPlugin, { name: 'vitrine-pages', dependencies: ['vitrine-api', 'vitrine-address', 'vitrine-sessions'] })
