import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type {
  FastifyInstance, FastifyRequest, onRequestHookHandler, preParsingHookHandler, preValidationHookHandler
} from 'fastify'
import fp from 'fastify-plugin'
import type { Answer } from '../../api/core/answers/answer.js'
import type { Payload, Upload } from '../../api/core/calls/call.js'
import { RDF_TYPES, type RdfDocument } from '../../api/move/rdf/description.js'
import { isDocumented } from '../../api/move/rdf/contexts.js'
import { BadRequestError, TooLargeError } from '../../api/core/calls/errors.js'
import type { Settings } from '../../api/runtime/settings/settings.js'
import { extentOf, GatheredBytes, MAX_JSON_DEPTH, type JsonExtent } from '../../files/streams/received-bytes.js'
import { markedEncoding } from '../../files/types/text-encoding.js'
import { unsupportedCoding, unsupportedMediaType } from '../http/http-errors.js'
import { extendRequest } from '../http/namespace.js'
import { applyJsonPatch, operationsOf } from '../patch/json-patch.js'
import { applyMergePatch } from '../patch/merge-patch.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** What the client sends; empty for methods without a body. */
    readonly body: Body
    /**
     * The change that a PATCH with a patch format describes; undefined for a partial resource (`application/json`).
     * When called it throws a BadRequestError if the body is not a patch.
     */
    readonly change: Change | undefined
  }
}

/** Makes the new payload from the current representation. */
type Change = (current: Answer) => Payload

/** The body of a write. */
export interface Body {
  /** Its JSON. */
  payload: Payload
  /** The files that came with it. */
  uploads: readonly Upload[]
  /** Its RDF, which is not read yet; absent when the payload has the structure that the service documents. */
  document?: RdfDocument
}

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])
/** Fastify reads no body of requests with these methods. */
const BODILESS = new Set(['GET', 'HEAD'])
/** Also `multipart/x+form-data`, which the reference parses as JSON (docs/contract/http.md §7). */
const JSON_TYPE = /^(?:application\/(?:[^/+]*\+)?json|multipart\/[^/+]*\+form-data)\s*(?:;|$)/
const FORM_TYPE = 'multipart/form-data'
const RDF = /^(?:text\/turtle|application\/(?:n-triples|rdf\+xml))/i
const NO_UPLOADS: readonly Upload[] = Object.freeze([])
const NO_BODY: Body = Object.freeze({ payload: Object.freeze({}), uploads: NO_UPLOADS })

/** Length in bytes of UTF-8's byte order mark, with which JSON-LD may begin. */
const BYTE_ORDER_MARK_BYTES = 3

/** Bodies up to this size, in bytes, are read and parsed before access is checked. */
const SMALL_BODY_MAX_BYTES = 64 * 1024

/**
 * Maximal number of JSON members (of objects and lists) in a payload per allowed value. An annotated value that is
 * sent back as it was read has a dozen.
 */
const MEMBERS_PER_VALUE = 20
/** Further JSON members for everything else: media, memberships, page blocks, navigation. */
const OTHER_MEMBERS = 20_000

/** Returns a parser of JSON bodies with the limits of the settings. */
export function payloadDecoder ({ valueLimit }: Pick<Settings, 'valueLimit'>): (bytes: Buffer) => Payload {
  const maxMembers = valueLimit * MEMBERS_PER_VALUE + OTHER_MEMBERS
  return (bytes) => decodeJson(bytes, maxMembers)
}

/** Parsing one object with many keys takes ten times as long as parsing as many members in small objects. */
const MEMBERS_PER_KEY = 10

/**
 * Parses the JSON object or list in a body. The last of repeated keys counts.
 *
 * @param maxMembers maximal number of members of objects and lists, on all levels together. The time for parsing
 *   depends on them more than on bytes: a megabyte of text takes 1 ms, a megabyte of `{}` up to 100 ms.
 * @throws BadRequestError with one of the messages of docs/contract/http.md §5, or for a key that reaches a
 *   prototype; TooLargeError if there are more members, or one object has more than a tenth as many keys.
 */
export function decodeJson (bytes: Buffer, maxMembers: number): Payload {
  if (!isUtf8(bytes)) throw new BadRequestError('JSON: Malformed UTF-8 characters, possibly incorrectly encoded')
  const extent = extentOf(bytes)
  if (extent.depth > MAX_JSON_DEPTH) throw new BadRequestError('JSON: Maximum stack depth exceeded')
  if (extent.members > maxMembers) throw new TooLargeError(`The JSON has more than ${maxMembers} members.`)
  const maxKeys = maxMembers / MEMBERS_PER_KEY
  if (extent.keys > maxKeys) throw new TooLargeError(`The JSON has an object of more than ${maxKeys} keys.`)
  const text = bytes.toString('utf8')
  const value = parse(text, extent)
  if (value === null || typeof value !== 'object') {
    throw new BadRequestError('JSON: Content must be an object or array.')
  }
  // Other texts contain neither unpaired surrogates nor a key that reaches a prototype.
  if (text.includes('proto') || text.includes('\\u')) refuseUnsafe(value)
  return value as Payload
}

function parse (text: string, { hasControlCharacter }: JsonExtent): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadRequestError(hasControlCharacter
      ? 'JSON: Control character error, possibly incorrectly encoded'
      : 'JSON: Syntax error')
  }
}

/**
 * Refuses `__proto__` and `constructor.prototype`, as Fastify's parser does, and unpaired surrogates: they cannot be
 * encoded in UTF-8, and each database would store something different. The limit of depth bounds the recursion.
 */
function refuseUnsafe (value: unknown): void {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new BadRequestError('JSON: Single unpaired high surrogate in Unicode escape')
  }
  if (value === null || typeof value !== 'object') return
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') throw new BadRequestError('JSON: The key "__proto__" is not allowed.')
    if (key === 'constructor' && Object.hasOwn(Object(member) as object, 'prototype')) {
      throw new BadRequestError('JSON: The key "constructor.prototype" is not allowed.')
    }
    refuseUnsafe(key)
    refuseUnsafe(member)
  }
}

/** The media type of a body as the client wrote it, without parameters. */
function mediaTypeOf (request: FastifyRequest): string | undefined {
  return request.headers['content-type']?.split(';', 1)[0]!.trim()
}

function charsetOf (request: FastifyRequest): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(request.headers['content-type'] ?? '')?.[1]
}

/** Whether the body that a request may have is read. That of a DELETE never is, unless the route decodes it. */
function isBodyRead (request: FastifyRequest): boolean {
  if (WITH_BODY.has(request.method)) return true
  return request.routeOptions.config.decodesDelete === true && request.method === 'DELETE' &&
    JSON_TYPE.test(mediaTypeOf(request) ?? '')
}

/** The media type of a body that may be RDF; undefined for other bodies, and on routes that do not accept RDF. */
function rdfTypeOf (request: FastifyRequest): string | undefined {
  if (request.routeOptions.config.takesRdf !== true) return undefined
  const mediaType = mediaTypeOf(request) ?? ''
  return RDF_TYPES.includes(mediaType) ? mediaType : undefined
}

type Done = (error: Error | null, bytes?: Buffer) => void
type BodyReader = (request: FastifyRequest, body: IncomingMessage, done: Done) => void

/** Returns a reader of bodies of at most `limit` bytes. Fastify's own retains every piece as the client has cut it. */
function readerOf (limit: number): BodyReader {
  return ({ raw: { headers } }, body, done) => {
    const bytes = new GatheredBytes()
    const end = (error?: Error): void => {
      body.off('data', add).off('end', end).off('error', cut).off('close', cut)
      // After an error the rest is read and dropped.
      body.resume()
      error === undefined ? done(null, bytes.take()) : done(error)
    }
    const cut = (): void => { end(new BadRequestError('The body was cut short.')) }
    const tooLarge = (): void => { end(new TooLargeError('Request body is too large')) }
    const add = (piece: Buffer): void => {
      bytes.add(piece)
      if (bytes.length > limit) tooLarge()
    }
    if (Number(headers['content-length'] ?? 0) > limit) return tooLarge()
    body.on('data', add).on('end', end).on('error', cut).on('close', cut)
  }
}

async function unread (): Promise<undefined> {
  return undefined
}

/** Whether a body is large. One of unknown length may be endless. */
function hasLargeBody ({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BODY_MAX_BYTES
}

/** Makes Fastify skip the body: without a content type it reads none, and Node drops the rest after the answer. */
export function leaveUnread (request: FastifyRequest): void {
  if (request.raw.headers['content-type'] !== undefined) request.headers = { 'content-type': undefined }
}

/**
 * Parses bodies (docs/contract/http.md §7 and README, 3): `application/json`, any `+json`, and forms; also RDF for
 * resources with values, and patch formats, which change single values (docs/contract/README.md, 5). A body sent with a
 * method that has none is ignored.
 *
 * The contract refuses malformed JSON before missing rights (docs/contract/http.md §3). This is done for small bodies
 * only: megabytes from a client without the right to write are not read and parsed, which would delay other requests.
 */
function bodiesPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { bodyLimit } = fastify.api.settings
  const payloadIn = payloadDecoder(fastify.api.settings)

  extendRequest(fastify, {
    get body () { return this.request.body as Body | undefined ?? NO_BODY },
    get change (): Change | undefined {
      const { base, body: { payload }, request } = this
      switch (mediaTypeOf(request)) {
        case 'application/json-patch+json':
          return (current) => applyJsonPatch(current.json(base), operationsOf(payload), bodyLimit) as Payload
        case 'application/merge-patch+json':
          return (current) => applyMergePatch(current.json(base), payload) as Payload
        default: return undefined
      }
    }
  })

  fastify.removeAllContentTypeParsers()
  const read = readerOf(bodyLimit)
  fastify.addContentTypeParser(JSON_TYPE, read)
  fastify.addContentTypeParser(RDF, read)
  fastify.addContentTypeParser('*', unread)

  fastify.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => BODILESS.has(method))) return
    route.onRequest = [route.onRequest ?? [], checkType].flat()
    route.preParsing = [route.preParsing ?? [], checkAccess].flat()
    route.preValidation = [decode, route.preValidation ?? []].flat()
  })

  const checkType: onRequestHookHandler = (request, reply, next) => {
    if (!isBodyRead(request)) {
      leaveUnread(request)
      return next()
    }
    const { 'content-encoding': coding = 'identity' } = request.raw.headers
    if (coding.toLowerCase() !== 'identity') {
      // RFC 9110, 15.5.16
      reply.header('accept-encoding', 'identity')
      return next(unsupportedCoding(coding))
    }
    const mediaType = mediaTypeOf(request) ?? ''
    const { streams } = request.routeOptions.config
    const isTaken = streams === undefined
      ? JSON_TYPE.test(mediaType) || mediaType === FORM_TYPE || rdfTypeOf(request) !== undefined
      : mediaType === streams
    next(isTaken ? undefined : unsupportedMediaType(mediaType || undefined, streams))
  }

  const checkAccess: preParsingHookHandler = (request, _reply, payload, next) => {
    const { authorize, streams, ignoresBody } = request.routeOptions.config
    const isSmall = streams === undefined && ignoresBody !== true && !hasLargeBody(request)
    if (!isBodyRead(request) || isSmall) return next(null, payload)
    if (authorize === undefined) {
      leaveUnread(request)
      return next(null, payload)
    }
    authorize(request).then(() => { next(null, payload) }, next)
  }

  // Not in a content type parser: Fastify closes the connection after any error there, as if the body were incomplete.
  const decode: preValidationHookHandler = (request, _reply, next) => {
    if (Buffer.isBuffer(request.body)) request.body = decoded(request, request.body)
    next()
  }

  function decoded (request: FastifyRequest, bytes: Buffer): Body {
    const mediaType = rdfTypeOf(request)
    if (mediaType === undefined) return { payload: payloadIn(bytes), uploads: NO_UPLOADS }
    if (mediaType === 'application/ld+json') {
      const payload = payloadIn(markedEncoding(bytes) === 'utf-8' ? bytes.subarray(BYTE_ORDER_MARK_BYTES) : bytes)
      if (isDocumented(payload)) return { payload, uploads: NO_UPLOADS }
    } else if (/^\s*\{/.test(bytes.toString('latin1', 0, 100))) {
      // No document of these syntaxes begins like this: it is JSON with a wrong media type, which the contract refuses.
      throw unsupportedMediaType(mediaTypeOf(request))
    }
    return { ...NO_BODY, document: { bytes, mediaType, charset: charsetOf(request) } }
  }
  done()
}

export default fp(bodiesPlugin, { name: 'vitrine-bodies', dependencies: ['vitrine-api', 'vitrine-namespace'] })
