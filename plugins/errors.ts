import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ApiError, DeletedMeanwhileError, NoRoomError, OperationError, type ErrorKind } from '../api/errors.js'
import { longAddress, malformedAddress, noSuchPage, unsupportedMediaType } from './http-errors.js'
import { sendJson } from './json-ld.js'
import { methodsFor } from './methods.js'

const STATUS: Record<ErrorKind, number> = {
  'bad-request': 400,
  forbidden: 403,
  'not-found': 404,
  'not-allowed': 405,
  stale: 412,
  'too-large': 413,
  invalid: 422,
  busy: 503,
  'no-room': 507
}

/** How the system and the database say that a disk is full, or what we may use of it. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])

/** How the database says that a row points to one that is not there. What payloads name is checked before. */
const DANGLING = 'SQLITE_CONSTRAINT_FOREIGNKEY'

const RETRY_SECONDS = 2

/** An error of Fastify, of HTTP, or of anything that was called. */
type ErrorWithStatus = Error & { statusCode?: number | undefined, code?: string | undefined }

interface Refusal { status: number, body: { errors: object } }

/** What a client is told of an error. What it cannot help is told to the log instead. */
export function refusalOf (error: ApiError | ErrorWithStatus): Refusal {
  if (error instanceof ApiError) return { status: STATUS[error.kind], body: { errors: error.errors } }
  const { statusCode, code = '' } = error
  if (NO_ROOM.has(code)) return refusalOf(new NoRoomError())
  if (code === DANGLING) return refusalOf(new DeletedMeanwhileError())
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? { status: statusCode, body: { errors: { error: error.message } } }
    : { status: 500, body: { errors: { error: 'Something went wrong on the server.' } } }
}

/** Errors of Fastify itself, in words that do not repeat what the client sent, or that the contract has. */
function inOurWords (error: FastifyError, request: FastifyRequest): ErrorWithStatus {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': return unsupportedMediaType(request.headers['content-type'])
    case 'FST_ERR_BAD_URL': return malformedAddress()
    case 'FST_ERR_MAX_PARAM_LENGTH': return longAddress()
    default: return error
  }
}

/** Answers what Fastify refuses before a route is found; for servers whose errors are ours to answer. */
export function answerFrameworkError (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = refusalOf(inOurWords(error, request))
  sendJson(reply.code(status), body)
}

/**
 * Answers an address that no route serves; for servers that serve nothing else. Never repeats the address, which may
 * hold a key.
 */
export function answerUnknownAddress (_request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = refusalOf(noSuchPage())
  sendJson(reply.code(status), body)
}

/** One handler and one body, `{"errors": {…}}`, for whatever goes wrong (docs/contract/http.md §5 and README, 2). */
function errorsPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  fastify.setErrorHandler((thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const error = inOurWords(thrown, request)
    const { status, body } = refusalOf(error)
    // Logged although it is refused, for it may be a fault of ours as well.
    if ((error as ErrorWithStatus).code === DANGLING) request.log.warn({ err: error }, error.message)
    if (status >= 500) request.log.error({ err: error }, error.message)
    if (status === 503) reply.header('retry-after', RETRY_SECONDS)
    if (error instanceof OperationError) reply.header('allow', methodsFor(error.allowed, request))
    return sendJson(reply.code(status), body)
  })
  done()
}

export default fp(errorsPlugin, { name: 'vitrine-errors', dependencies: ['vitrine-json-ld'] })
