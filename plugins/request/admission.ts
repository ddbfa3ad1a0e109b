import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { WorkKind } from '../../api/runtime/admission/admission.js'
import { acceptsPage } from '../http/negotiation.js'
import { requestIdOf } from '../http/identity.js'
import { answerUnavailable } from '../http/unavailable.js'

/** Maximum number of recent URLs that are recognized, and their maximum length. */
const KNOWN_URLS_MAX = 4096
const KNOWN_URL_MAX_CHARACTERS = 256

/** Reads of known URLs that run at once. Most take no time; those whose answers were evicted take as long as others. */
const KNOWN_READS_AT_WORK_MAX = 64

/** Maximal handicap of a connection on which requests have waited: new connections are first. */
const OLD_CONNECTION_HANDICAP_MAX = 8

/** Milliseconds between two lines of the log about refusals. */
const LOG_INTERVAL_MS = 60_000

const MESSAGE = 'There are more requests than can be answered. Try again in a moment.'

/** Seconds after which a client may repeat a refused request. */
const RETRY_SECONDS = 2

/** Headers of refusals, so that scripts of other origins can read Retry-After. */
const FOR_SCRIPTS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' }

const AT_WORK = Symbol('vitrine.atWork')
const WAITED = Symbol('vitrine.waited')
type Admitted = FastifyReply & { [AT_WORK]?: WorkKind | undefined }
type Waited = Socket & { [WAITED]?: number }

/**
 * Decides which request is next when there are more than can be answered at once (api/runtime/admission/). Health
 * checks never wait. First come URLs that were requested before, whose answers are cached; then clients with few recent
 * requests, and requests on new connections.
 */
function admissionPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { admission, settings } = fastify.api
  const headers = settings.cors ? FOR_SCRIPTS : undefined
  /** By the configuration object of the route, which is made once. */
  const kinds = new Map<object, WorkKind>()
  const known = new LRUCache<string, true>({ max: KNOWN_URLS_MAX })
  /** Reads of URLs that were requested before, so that their answers are probably cached. */
  const knownReads = new WorkKind({ isCheap: true, atWorkMax: KNOWN_READS_AT_WORK_MAX })
  let loggedAt = -Infinity
  let loggedRefusals = 0

  function kindOf (config: FastifyContextConfig, { method, url }: IncomingMessage): WorkKind {
    if (method === 'GET' && known.get(url!) === true) return knownReads
    let kind = kinds.get(config)
    if (kind === undefined) kinds.set(config, kind = newKind(config, method === 'GET' || method === 'HEAD'))
    return kind
  }

  /** Writes are not bounded, as they take as long as their clients take to send, and begin first, as they are rare. */
  function newKind ({ hasOwnQueue }: FastifyContextConfig, isRead: boolean): WorkKind {
    return new WorkKind({ isCheap: !isRead, ...((!isRead || hasOwnQueue === true) && { atWorkMax: Infinity }) })
  }

  function logRefusals (): void {
    const now = performance.now()
    const { refused } = admission.figures
    if (refused === loggedRefusals || now - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = now
    fastify.log.warn({ refused: refused - loggedRefusals }, 'There are more requests than can be answered: some are refused with 503.')
    loggedRefusals = refused
  }

  fastify.addHook('onRequest', (request, reply: Admitted, next) => {
    const { config } = request.routeOptions
    if (config.cost === 0) return next()
    const kind = kindOf(config, request.raw)
    if (!admission.mayBegin(kind)) return wait(request, reply, kind, next)
    reply[AT_WORK] = kind
    next()
  })

  function wait (request: FastifyRequest, reply: Admitted, kind: WorkKind, next: () => void): void {
    const socket: Waited = request.raw.socket
    if (socket[WAITED] === undefined) admission.accepted()
    const waited = socket[WAITED] ?? 0
    socket[WAITED] = Math.min(OLD_CONNECTION_HANDICAP_MAX, waited + 1)
    admission.wait(request.vitrine.client, {
      kind,
      begin () {
        reply[AT_WORK] = kind
        next()
      },
      isGone: () => socket.destroyed,
      refuse () {
        logRefusals()
        refuse(request, reply.hijack())
      }
    }, waited)
  }

  function refuse (request: FastifyRequest, { raw }: FastifyReply): void {
    const { socket, httpVersionMajor } = request.raw
    // A connection of HTTP/2 carries other requests, and `inject` has none.
    const isPaused = httpVersionMajor === 1 && socket instanceof Socket
    const language = acceptsPage(request) ? request.vitrine.language : undefined
    answerUnavailable(request.raw, raw, {
      id: requestIdOf(request.raw), message: MESSAGE, retryAfter: RETRY_SECONDS, language, headers
    })
    // Node.js reads on when it has sent an answer.
    if (isPaused && raw.shouldKeepAlive) raw.once('close', () => { if (!socket.destroyed) admission.pause(socket) })
  }

  fastify.addHook('onSend', (request, reply: Admitted, payload, next) => {
    const kind = reply[AT_WORK]
    if (kind !== undefined) {
      // Reset, because `onSend` runs again for the error if sending fails.
      reply[AT_WORK] = undefined
      admission.ended(kind)
      const { method, url } = request.raw
      const isNew = kind !== knownReads && method === 'GET' && reply.statusCode < 400
      if (isNew && url!.length <= KNOWN_URL_MAX_CHARACTERS) known.set(url!, true)
    }
    next(null, payload)
  })
  done()
}

export default fp(admissionPlugin, { name: 'vitrine-admission', dependencies: ['vitrine-api', 'vitrine-address'] })
