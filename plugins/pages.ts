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
    /** The fields of a form. Forms that do not come from a page of ours are refused before. */
    readonly form: URLSearchParams
    /** Who is signed in; at pages for which one has to be. */
    readonly person: Session
  }
  interface VitrineReply {
    /** Sends a page, made for who is signed in. */
    sendPage (page: (frame: Frame) => Page): Promise<FastifyReply>
    /** Sends a browser on after something was done. @param address below the path of this installation. */
    redirectTo (address: string): FastifyReply
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

  async function frameOf (reply: FastifyReply): Promise<Frame> {
    const { vitrine } = reply.request
    const session = await vitrine.session
    const { path } = vitrine
    return {
      path,
      title: String(await fastify.api.installation.get('installation_title') ?? 'Vitrine'),
      assets: assetAddresses(path),
      token: tokenOf(session?.secret ?? reply.vitrine.visitSecret()),
      person: session === undefined ? undefined : { id: session.actor.id, name: session.name, managesUsers: isAdmin(session.actor) }
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
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_LIMIT }, async (_request: FastifyRequest, body: string) => new URLSearchParams(body))

  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    if (request.routeOptions.config.needsSession !== true) return
    const session = await request.vitrine.session
    if (session !== undefined) {
      people.set(request, session)
      return
    }
    const address = redact((request.raw.url ?? '').slice(withoutTrailingSlashes(fastify.prefix).length))
    return reply.vitrine.redirectTo(request.method === 'GET' ? `/login?next=${encodeURIComponent(address)}` : '/login')
  })

  fastify.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return
    if (!(request.body instanceof URLSearchParams)) throw unsupportedMediaType(request.headers['content-type'])
    const secret = (await request.vitrine.session)?.secret ?? reply.vitrine.visitSecret()
    const hosts = [request.raw.headers.host, new URL(request.vitrine.base).host]
    if (!isOwnOrigin(request.raw.headers.origin, hosts) || !isTokenOf(secret, request.body.get('csrf') ?? '')) throw new ForgedFormError()
  })

  fastify.setErrorHandler(async (error: FastifyError, request, reply) => {
    const { status, body } = refusalOf(error)
    if (status === 500) request.log.error({ err: error }, error.message)
    const message = (body.errors as { error?: unknown }).error
    const text = error instanceof ForgedFormError || !(error instanceof ApiError) ? String(message) : status === 404 ? 'There is no such page.' : 'You may not do this.'
    return await reply.code(status).vitrine.sendPage((frame) => messagePage(frame, HEADINGS[status] ?? 'That did not work', text))
  })
  done()
}

export default fp(pagesPlugin, { name: 'vitrine-pages', dependencies: ['vitrine-api', 'vitrine-address', 'vitrine-sessions'] })
