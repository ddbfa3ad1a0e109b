import { pipeline, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import vary from 'vary'
import { Body, Pieces } from '../http/body.js'
import { coderOf, codingFor, type Coding } from '../http/codings.js'
import { CompressedBodies } from './compressed-bodies.js'
import { bodyOf, IN_ONE_GO, sliced } from './long-bodies.js'
import { extendRequest } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** The content coding in which the answer may be sent; undefined for none. */
    readonly coding: Coding | undefined
  }
}

/** Bytes from which on a body is compressed; shorter ones fit a packet as they are. */
const LEAST = 1024

/** Bytes of a body up to which it is compressed as a whole, and kept so if it recurs. */
const MOST_WHOLE = 8 * 1024 * 1024

/** Streams that may be compressed at once. Each holds about three megabytes for as long as its client reads. */
const MAX_STREAMS = 16

/** Events have to arrive one by one, through whatever is between; pictures and archives are compressed already. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/(?:x-ndjson|n-triples|n-quads|trig)\b)/

const ENCODED = Symbol('vitrine.encoded')
type Encodable = FastifyReply & { [ENCODED]?: true }

/**
 * Whether an answer may hold secrets of a session next to text that somebody else chose, whose length would tell of
 * them (BREACH): answers to sessions, and pages that may not be stored, which are those with a session or a form.
 */
function mayHoldSecrets ({ routeOptions }: FastifyRequest, reply: FastifyReply, type: string): boolean {
  return routeOptions.config.readsSession === true ||
    (type.startsWith('text/html') && String(reply.getHeader('cache-control')).includes('no-store'))
}

/**
 * Compresses what is read, in the coding that the client prefers (RFC 9110, 12.5.3). Strong entity tags differ by
 * coding: they end with `-` and its name, and conditional requests know all of them (conditional.ts). Answers that are
 * coded already, or are parts of files, stay as they are.
 */
function compressPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { settings: { compress }, memory } = fastify.api
  extendRequest(fastify, {
    get coding () {
      return compress ? codingFor(this.request.raw.headers['accept-encoding'] as string | undefined) : undefined
    }
  })
  if (!compress) return done()
  const bodies = new CompressedBodies(memory.lru('answers').part('compressed'))
  let streams = 0

  fastify.addHook('onSend', (request: FastifyRequest, reply: Encodable, payload, next) => {
    if (request.raw.headers['accept-encoding'] === undefined) return next(null, payload)
    // The stream failed before its first byte, and this is the error.
    if (reply[ENCODED] !== undefined) undo(reply)
    const coding = typeof payload === 'object' || typeof payload === 'string' ? codingOf(request, reply) : undefined
    if (coding === undefined || payload === null) return next(null, payload)
    const whole = bodyOf(payload) ?? (typeof payload === 'string' ? Buffer.from(payload) : payload)
    if ((Buffer.isBuffer(whole) || whole instanceof Body) && whole.length <= MOST_WHOLE) {
      const encoded = whole.length < LEAST ? undefined : bodies.of(whole, coding)
      if (encoded === undefined) return next(null, payload)
      if (payload !== whole) discard(payload)
      const send = (body: Buffer): void => {
        announce(reply, coding)
        if (body.length <= IN_ONE_GO) return next(null, body)
        reply.header('content-length', body.length)
        next(null, sliced(new Pieces([body])))
      }
      if (Buffer.isBuffer(encoded)) send(encoded)
      else encoded.then(send, next)
      return
    }
    if (!isStream(payload) || streams >= MAX_STREAMS) return next(null, payload)
    announce(reply, coding)
    // Of the answer to HEAD the body is dropped.
    if (request.method === 'HEAD') return next(null, payload)
    streams++
    next(null, pipeline(payload, coderOf(coding).stream(), () => { streams-- }))
  })
  done()
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
  // A weak tag may name several forms (RFC 9110, 8.8.1).
  if (etag?.startsWith('"') === true) reply.header('etag', etag.replace(/"$/, `-${coding}"`))
  const present = reply.getHeader('vary')
  reply.header('vary', present === undefined ? 'Accept-Encoding' : vary.append(String(present), 'Accept-Encoding'))
}

/** Takes back what was announced. Fastify has set the headers of a stream on the response itself as well. */
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
