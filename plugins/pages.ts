import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isAdmin } from '../api/access/actor.js'
import { ApiError } from '../api/errors.js'
import { assetAddresses } from '../web/assets.js'
import { document, type Frame, type Page } from '../web/frame.js'
import { messagePage } from '../web/pages/message.js'
import { isOwnOrigin, isTokenOf, tokenOf } from './csrf.js'
import { refusalOf } from './errors.js'
import { unsupportedMediaType } from './http-errors.js'
import { extendReply, extendRequest } from './namespace.js'
import { redact } from './redaction.js'
import type { Session } from './sessions.js'
import { withoutTrailingSlashes } from '../api/trailing-slashes.js'

declare module './namespace.js' {
  interface VitrineRequest {
    /** The fields of a form, whose CSRF token has been checked. */
    readonly form: URLSearchParams
    /** Who is signed in, on routes with `needsSession`. */
    readonly person: Session
  }
  interface VitrineReply {
    /** Sends a page. @param page makes it from what depends on the user who is signed in. */
    sendPage (page: (frame: Frame) => Page): Promise<FastifyReply>
    /** Redirects after a form was processed (303). @param address below the path of this installation. */
    redirectTo (address: string): FastifyReply
  }
}

/** In bytes: more than any of these forms can have. */
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

/** The Content-Security-Policy of a page. @param more directives that replace the usual ones, or are added to them. */
export function policyWith (more: Record<string, string> = {}): string {
  return Object.entries({ ...POLICY, ...more }).map(([directive, sources]) => `${directive} ${sources}`).join('; ')
}

/** Pages load nothing from other origins, cannot be framed, and are not cached. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': policyWith(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  // With no-referrer browsers would send no Origin with forms either.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
}

class ForgedFormError extends ApiError {
  constructor () {
    const message = 'This form did not come from a page of this site, or it is too old. ' +
      'Open the page again and repeat what you did.'
    super('forbidden', { error: message })
  }
}

const HEADINGS: Record<number, string> = { 403: 'Not for you', 404: 'Nothing here', 405: 'Not like that' }

/** What all pages share: security headers, protection against forged forms (CSRF), errors as pages. */
function pagesPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const people = new WeakMap<FastifyRequest, Session>()

  async function frameOf (reply: FastifyReply): Promise<Frame> {
    const { vitrine } = reply.request
    const session = await vitrine.session
    const { path } = vitrine
    return {
      path,
      title: String(await fastify.api.installation.get('installation_title') ?? 'Vitrine'),
      assets: assetAddresses(path),
      token: tokenOf(session?.secret ?? reply.vitrine.visitSecret()),
      person: session && { id: session.actor.id, name: session.name, managesUsers: isAdmin(session.actor) }
    }
  }

  extendRequest(fastify, {
    get form () { return this.request.body as URLSearchParams },
    get person () { return people.get(this.request)! }
  })
  extendReply(fastify, {
    async sendPage (page) {
      const frame = await frameOf(this.reply)
      return this.reply.header('content-type', 'text/html; charset=utf-8').send(document(frame, page(frame)))
    },
    redirectTo (address) { return this.reply.redirect(this.reply.request.vitrine.path + address, 303) }
  })

  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body)
  )

  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    if (request.routeOptions.config.needsSession !== true) return
    const session = await request.vitrine.session
    if (session !== undefined) {
      people.set(request, session)
      return
    }
    const address = redact((request.raw.url ?? '').slice(withoutTrailingSlashes(fastify.prefix).length))
    const next = request.method === 'GET' ? `?next=${encodeURIComponent(address)}` : ''
    return reply.vitrine.redirectTo(`/login${next}`)
  })

  fastify.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return
    if (!(request.body instanceof URLSearchParams)) throw unsupportedMediaType(request.headers['content-type'])
    const secret = (await request.vitrine.session)?.secret ?? reply.vitrine.visitSecret()
    const hosts = [request.raw.headers.host, new URL(request.vitrine.base).host]
    const isOwn = isOwnOrigin(request.raw.headers.origin, hosts) && isTokenOf(secret, request.body.get('csrf') ?? '')
    if (!isOwn) throw new ForgedFormError()
  })

  fastify.setErrorHandler(async (error: FastifyError, request, reply) => {
    const { status, body } = refusalOf(error)
    if (status === 500) request.log.error({ err: error }, error.message)
    const message = (body.errors as { error?: unknown }).error
    const isForPeople = error instanceof ForgedFormError || !(error instanceof ApiError)
    const text = isForPeople ? String(message) : status === 404 ? 'There is no such page.' : 'You may not do this.'
    const heading = HEADINGS[status] ?? 'That did not work'
    return await reply.code(status).vitrine.sendPage((frame) => messagePage(frame, heading, text))
  })
  done()
}

export default fp(pagesPlugin, {
  name: 'vitrine-pages', dependencies: ['vitrine-api', 'vitrine-address', 'vitrine-sessions']
})
