import { pipeline, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import vary from 'vary'
import { InFlight, type LruPart } from '../../api/cache/lru.js'
import { Body, bodyOf, numberOf, SYNC_MAX_BYTES, sliced } from '../http/body.js'
import { coderOf, codingFor, type Coding } from '../http/codings.js'
import { extendRequest } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** The content coding in which the answer may be sent; undefined for none. */
    readonly coding: Coding | undefined
  }
}

/** Minimum size in bytes of a body that is compressed; shorter ones fit into one packet anyway. */
const COMPRESSED_MIN_BYTES = 1024

/** Maximum size in bytes of a body that is compressed as a whole, and may be cached; longer ones are streamed. */
const WHOLE_MAX_BYTES = 8 * 1024 * 1024

/** Maximum number of compressed streams. Each takes about three megabytes for as long as its client reads. */
const STREAMS_MAX = 16

/** Maximum number of bodies that are compressed at once, because they share libuv's threads with file reads. */
const CONCURRENT_MAX = 64

/**
 * Not event streams, because a proxy might buffer compressed events; nor pictures and archives, which are compressed.
 */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/(?:x-ndjson|n-triples|n-quads|trig)\b)/

const ENCODED = Symbol('vitrine.encoded')
type Encodable = FastifyReply & { [ENCODED]?: true }

/**
 * Whether an answer may contain secrets of a session next to text that an attacker chose, so that its compressed length
 * would reveal them (BREACH): answers to sessions, and pages that may not be stored, because they have a session or
 * form.
 */
function mayHoldSecrets ({ routeOptions }: FastifyRequest, reply: FastifyReply, type: string): boolean {
  return routeOptions.config.readsSession === true ||
    (type.startsWith('text/html') && String(reply.getHeader('cache-control')).includes('no-store'))
}

/**
 * Compresses answers to reads, in the coding that the client prefers (RFC 9110, 12.5.3). Strong entity tags differ by
 * coding: they end with `-` and its name, and conditional requests recognize all of them (conditional.ts). Answers that
 * already have a coding, or are parts of files, are not compressed.
 */
function compressPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { settings: { compress }, cache } = fastify.api
  extendRequest(fastify, {
    get coding () {
      return compress ? codingFor(this.request.raw.headers['accept-encoding'] as string | undefined) : undefined
    }
  })
  if (!compress) return done()
  const bodies = new CompressedBodies(cache.answers.part('compressed'))
  let streams = 0

  fastify.addHook('onSend', (request: FastifyRequest, reply: Encodable, payload, next) => {
    if (request.raw.headers['accept-encoding'] === undefined) return next(null, payload)
    // A compressed stream failed before its first byte, and Fastify now sends the error instead.
    if (reply[ENCODED] !== undefined) undo(reply)
    const coding = typeof payload === 'object' || typeof payload === 'string' ? codingOf(request, reply) : undefined
    if (coding === undefined || payload === null) return next(null, payload)
    const whole = bodyOf(payload) ?? (typeof payload === 'string' ? Buffer.from(payload) : payload)
    if ((Buffer.isBuffer(whole) || whole instanceof Body) && whole.length <= WHOLE_MAX_BYTES) {
      const encoded = whole.length < COMPRESSED_MIN_BYTES ? undefined : bodies.of(whole, coding)
      if (encoded === undefined) return next(null, payload)
      if (payload !== whole) discard(payload)
      const send = (body: Buffer): void => {
        announce(reply, coding)
        if (body.length <= SYNC_MAX_BYTES) return next(null, body)
        reply.header('content-length', body.length)
        next(null, sliced(new Body([body])))
      }
      if (Buffer.isBuffer(encoded)) send(encoded)
      else encoded.then(send, next)
      return
    }
    if (!isStream(payload) || streams >= STREAMS_MAX) return next(null, payload)
    announce(reply, coding)
    // The answer to HEAD has no body.
    if (request.method === 'HEAD') return next(null, payload)
    streams++
    next(null, pipeline(payload, coderOf(coding).stream(), () => { streams-- }))
  })
  done()
}

/** Compresses bodies, and caches the result for bodies that are sent more than once (`numbered`). */
export class CompressedBodies {
  readonly #encoding = new InFlight<string>()
  #underWay = 0

  constructor (private readonly cache: LruPart<Buffer>) {}

  /** The compressed bytes; undefined if too much is being compressed: then the body is sent uncompressed. */
  of (body: Buffer | Body, coding: Coding): Buffer | Promise<Buffer> | undefined {
    const number = numberOf(body)
    const isFull = this.#underWay >= CONCURRENT_MAX
    if (number === undefined) return isFull ? undefined : this.#encode(body, coding)
    const key = `${number} ${coding}`
    const known = this.cache.get(key)
    if (known !== undefined || (isFull && !this.#encoding.has(key))) return known
    return this.#encoding.share(key, async () => {
      const encoded = await this.#encode(body, coding)
      this.cache.set(key, encoded, encoded.length + 2 * key.length)
      return encoded
    })
  }

  async #encode (body: Buffer | Body, coding: Coding): Promise<Buffer> {
    this.#underWay++
    try {
      return await coderOf(coding).encode(body instanceof Body ? body.whole() : body)
    } finally {
      this.#underWay--
    }
  }
}

/** The coding for an answer, whose headers are set. */
function codingOf (request: FastifyRequest, reply: FastifyReply): Coding | undefined {
  const { method, vitrine } = request
  if ((method !== 'GET' && method !== 'HEAD') || reply.statusCode === 206) return undefined
  if (reply.hasHeader('content-encoding') || reply.hasHeader('accept-ranges')) return undefined
  const type = String(reply.getHeader('content-type'))
  return COMPRESSIBLE.test(type) && !mayHoldSecrets(request, reply, type) ? vitrine.coding : undefined
}

function announce (reply: Encodable, coding: Coding): void {
  const etag = reply.getHeader('etag') as string | undefined
  reply[ENCODED] = true
  reply.removeHeader('content-length')
  reply.header('content-encoding', coding)
  // A weak tag may stay, because it may stand for several codings (RFC 9110, 8.8.1).
  if (etag?.startsWith('"') === true) reply.header('etag', etag.replace(/"$/, `-${coding}"`))
  const present = reply.getHeader('vary')
  reply.header('vary', present === undefined ? 'Accept-Encoding' : vary.append(String(present), 'Accept-Encoding'))
}

/** Removes the headers of a compressed answer. For streams, Fastify has also set them on the raw response. */
function undo (reply: Encodable): void {
  for (const name of ['content-encoding', 'etag']) {
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
  delete reply[ENCODED]
}

function isStream (payload: unknown): payload is Readable {
  return typeof (payload as Readable).pipe === 'function'
}

function discard (payload: unknown): void {
  if (typeof payload === 'object' && isStream(payload)) payload.destroy()
}

export default fp(compressPlugin, { name: 'vitrine-compress', dependencies: ['vitrine-api', 'vitrine-namespace'] })
