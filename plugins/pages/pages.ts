import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import vary from 'vary'
import { isAdmin } from '../../api/access/access.js'
import { ApiError } from '../../api/core/calls/errors.js'
import { assetAddresses } from '../../web/assets.js'
import { document, type Frame, type Page } from '../../web/frame.js'
import { wordsOf } from '../../web/languages/languages.js'
import { messagePage } from '../../web/pages/alone.js'
import { forOwnOrigin } from '../reply/cors.js'
import { adviseRetry, refusalOf } from '../reply/errors.js'
import { unsupportedMediaType } from '../http/http-errors.js'
import { extendReply, extendRequest } from '../http/namespace.js'
import { withoutCredentials } from '../request/redaction.js'
import { nameRequest } from '../http/identity.js'
import { isSignatureOf, signatureOf } from '../http/signature.js'
import type { Session } from '../request/sessions.js'
import { withoutTrailingSlashes } from '../../api/core/text/trailing-slashes.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** The fields of a form. Its CSRF token has been checked. */
    readonly form: URLSearchParams
    /** The session on routes with `needsSession`. */
    readonly person: Session
    /** Path of the page that shows the whole collection; undefined if there is none. */
    readonly start: string | undefined
  }
  interface VitrineReply {
    /** Sends a page. @param page makes it from the parts that depend on the session. */
    sendPage (page: (frame: Frame) => Page): Promise<FastifyReply>
    /** Sends a page from a route outside the pages plugin, and sets the security headers first. */
    sendGuardedPage (page: (frame: Frame) => Page): Promise<FastifyReply>
    /** Sets the headers that describe a page: its media type, language and `Vary`. */
    describeDocument (frame: Frame): FastifyReply
    /** The data that every page needs, such as language, user and CSRF token. */
    frame (): Promise<Frame>
    /**
     * Checks the CSRF token and the origin of a form.
     *
     * @throws ApiError if the form did not come from a page of Vitrine.
     */
    refuseForged (form: URLSearchParams): Promise<void>
    /** Redirects after a form was processed (303). @param address path, relative to the mount of this installation. */
    redirectTo (address: string): FastifyReply
    /** Sends a page with an error message. @param isForged whether the error is a form that came from another site. */
    sendMessage (status: number, isForged?: boolean): Promise<FastifyReply>
  }
}

/** Maximum size of a form in bytes, larger than any form of the pages can be. */
const FORM_MAX_BYTES = 64 * 1024

const POLICY = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'"
}

/** Request headers that pages depend on. */
const VARY = 'Accept-Encoding, Accept-Language, Cookie'

/** The Content-Security-Policy of a page. @param more directives to replace or to add. */
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
  // Not `no-referrer`, because browsers would then send `Origin: null` with forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
}

/** The text whose signature with the session's secret is the CSRF token of every form. */
const CSRF = 'form'

/**
 * Whether the Origin header of a form, if the browser sends one, is this server's. Only hosts are compared: behind a
 * proxy that terminates TLS the scheme may be unknown.
 *
 * @param hosts names of this server, with ports.
 */
function isOwnOrigin (origin: string | undefined, hosts: ReadonlyArray<string | undefined>): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  const hostOf = (known: string): string | undefined =>
    URL.canParse(`http://${known}`) ? new URL(`${protocol}//${known}`).host : undefined
  return host !== '' && hosts.some((known) => known !== undefined && hostOf(known) === host)
}

class ForgedFormError extends ApiError {
  constructor () {
    super('forbidden', { error: 'The form did not come from a page of this site, or it is too old.' })
  }
}

/** Adds what all pages need: security headers, protection against cross-site request forgery, errors as pages. */
function pagesPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const people = new WeakMap<FastifyRequest, Session>()

  async function frameOf (reply: FastifyReply): Promise<Frame> {
    const { vitrine } = reply.request
    const session = await vitrine.session
    const { title, timeZone } = await fastify.api.collectionSettings.load()
    const { path, language } = vitrine
    return {
      path,
      origin: new URL(vitrine.base).origin,
      start: vitrine.start,
      title,
      hasManifests: fastify.api.settings.iiif,
      assets: assetAddresses(path),
      language,
      timeZone,
      words: wordsOf(language, timeZone),
      addressIn: (other) => vitrine.addressIn(other),
      // A getter, because without a session it sets a cookie, which only pages with a form need.
      get token () { return signatureOf(session?.secret ?? reply.vitrine.visitSecret(), CSRF) },
      get done () { return typeof vitrine.query.done === 'string' ? vitrine.query.done : undefined },
      person: session && { id: session.actor.id, name: session.name, isAdmin: isAdmin(session.actor) }
    }
  }

  extendRequest(fastify, {
    get form () { return this.request.body as URLSearchParams | undefined ?? new URLSearchParams() },
    get person () { return people.get(this.request)! },
    get start () { return undefined }
  })
  extendReply(fastify, {
    async frame () { return await frameOf(this.reply) },
    async sendPage (page) {
      const frame = await frameOf(this.reply)
      if (this.reply.statusCode >= 400) nameRequest(this.reply)
      return this.describeDocument(frame).send(document(frame, page(frame)))
    },
    describeDocument ({ language }) {
      return this.reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-language', language)
        .header('vary', vary.append(String(this.reply.getHeader('vary') ?? ''), VARY))
    },
    async sendMessage (status, isForged = false) {
      return await this.reply.code(status).vitrine.sendGuardedPage((frame) => messagePage(frame, status, isForged))
    },
    async sendGuardedPage (page) {
      return await forOwnOrigin(this.reply).headers(HEADERS).vitrine.sendPage(page)
    },
    async refuseForged (form) {
      const { request } = this.reply
      const secret = (await request.vitrine.session)?.secret ?? this.visitSecret()
      const hosts = [request.raw.headers.host, new URL(request.vitrine.base).host]
      const isOwn = isOwnOrigin(request.raw.headers.origin, hosts) && isSignatureOf(secret, CSRF, form.get('csrf') ?? '')
      if (!isOwn) throw new ForgedFormError()
    },
    redirectTo (address) { return this.reply.redirect(this.reply.request.vitrine.path + address, 303) }
  })

  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body)
  )

  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    if (request.routeOptions.config.needsSession !== true) return
    const session = await request.vitrine.session
    if (session !== undefined) {
      // Loads the language setting, because messages about a form are made before the frame is.
      await fastify.api.collectionSettings.load()
      people.set(request, session)
      return
    }
    const address = withoutCredentials((request.raw.url ?? '').slice(withoutTrailingSlashes(fastify.prefix).length))
    const next = request.method === 'GET' ? `?next=${encodeURIComponent(address)}` : ''
    return reply.vitrine.redirectTo(`/login${next}`)
  })

  fastify.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return
    if (!(request.body instanceof URLSearchParams)) throw unsupportedMediaType(request.headers['content-type'])
    await reply.vitrine.refuseForged(request.body)
  })

  fastify.setErrorHandler(async (error: FastifyError, request, reply) => {
    const { status } = refusalOf(error)
    if (status === 500) request.log.error({ err: error }, error.message)
    adviseRetry(reply, status)
    return await reply.vitrine.sendMessage(status, error instanceof ForgedFormError)
  })
  done()
}

export default fp(pagesPlugin, {
  name: 'vitrine-pages', dependencies: ['vitrine-api', 'vitrine-address', 'vitrine-sessions', 'vitrine-languages']
})
