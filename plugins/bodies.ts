import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Payload, Upload } from '../api/call.js'
import { UnsupportedMediaTypeError } from './http-errors.js'
import { decodeJson } from './json.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The body of a request; empty for methods that have none. */
    bodyOf (request: FastifyRequest): Body
  }
}

/** The JSON of a write, and the files that came with it. */
export interface Body {
  payload: Payload
  uploads: readonly Upload[]
}

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])
const ACCEPTED = /^(?:application\/(?:[^/+]*\+)?json|multipart\/form-data)$/i
const NO_UPLOADS: readonly Upload[] = Object.freeze([])
const NO_BODY: Body = Object.freeze({ payload: Object.freeze({}), uploads: NO_UPLOADS })

/** The media type of a body as the client wrote it, without parameters. */
export function mediaTypeOf (request: FastifyRequest): string | undefined {
  return request.headers['content-type']?.split(';', 1)[0]!.trim()
}

async function bytes (_request: FastifyRequest, body: Buffer): Promise<Buffer> {
  return body
}

async function unread (): Promise<undefined> {
  return undefined
}

/**
 * Which bodies are taken (contract/http.md §7 and README, 3): `application/json`, any `+json`, and forms. That is
 * decided before anything else about a request is. Methods without a body have none, whatever they send.
 */
function bodiesPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { bodyLimit } = fastify.api.settings
  fastify.decorate('bodyOf', (request: FastifyRequest): Body => request.body as Body | undefined ?? NO_BODY)

  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(/^application\/(?:[^/+]*\+)?json/i, { parseAs: 'buffer', bodyLimit }, bytes)
  fastify.addContentTypeParser('*', unread)

  fastify.addHook('onRequest', (request, _reply, next) => {
    if (!WITH_BODY.has(request.method)) {
      if (request.raw.headers['content-type'] !== undefined) request.headers = { 'content-type': undefined }
      return next()
    }
    const mediaType = mediaTypeOf(request)
    next(mediaType !== undefined && ACCEPTED.test(mediaType) ? undefined : new UnsupportedMediaTypeError(mediaType || 'none'))
  })

  // Not in the parser: there Fastify takes every error for a body that is still coming, and closes the connection.
  fastify.addHook('preValidation', (request, _reply, next) => {
    if (Buffer.isBuffer(request.body)) request.body = { payload: decodeJson(request.body), uploads: NO_UPLOADS } satisfies Body
    next()
  })
  done()
}

export default fp(bodiesPlugin, { name: 'vitrine-bodies', dependencies: ['vitrine-api'] })
