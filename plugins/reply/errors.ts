import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ApiError, BusyError, OperationError, type ErrorKind } from '../../api/core/calls/errors.js'
import type { Failure } from '../../db/engine/engine.js'
import { failureOf } from '../../db/open/failures.js'
import { isDiskFull } from '../../files/own/disk-full.js'
import { isFolderAway } from '../../files/own/folder-away.js'
import { StoreUnreachableError } from '../../files/stores/file-store.js'
import { longAddress, malformedAddress, unsupportedMediaType } from '../http/http-errors.js'
import { sendJson } from './json-ld.js'
import { methodsFor } from './methods.js'
import { acceptsPage, typeWithoutRdf } from '../http/negotiation.js'
import { nameRequest } from '../http/identity.js'
import { totalHeaders } from './paging.js'

const STATUS: Record<ErrorKind, number> = {
  'bad-request': 400,
  forbidden: 403,
  'not-found': 404,
  'not-allowed': 405,
  gone: 410,
  stale: 412,
  'too-large': 413,
  invalid: 422,
  'not-supported': 501,
  busy: 503,
  'no-room': 507
}

/** The errors for failures of the database that a client can do something about. */
const OF_FAILURE: Partial<Record<Failure, ApiError>> = {
  full: new ApiError('no-room', { error: 'The disk of the server is full. Try again later.' }),
  // References are checked before the write, so the row was deleted between the check and the write.
  dangling: new ApiError('invalid', {
    error: 'Something that this refers to has been deleted meanwhile. Nothing was changed.'
  }),
  busy: new BusyError(),
  unreachable: new BusyError('The database cannot be reached at the moment. Try again in a moment.'),
  // The load balancer will send the next attempt to a newer server.
  outdated: new BusyError('This server is older than the database, and only reads from it. Try again in a moment.'),
  uncertain: new BusyError('The connection to the database was lost while the changes were stored, and whether they ' +
    'were is not known. Look before you try again.')
}

const FILES_AWAY = new BusyError('The stored files cannot be reached at the moment. Try again in a moment.')

/** Seconds after which a client may try a busy server again. */
const RETRY_SECONDS = 2

/** An error of Fastify, of HTTP, or of any other code. */
type ErrorWithStatus = Error & { statusCode?: number | undefined, code?: string | undefined }

interface Refusal { status: number, body: { errors: object } }

/** The error that is reported in place of one of the database, the disk or the file store; undefined for any other. */
function reported (error: ErrorWithStatus): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (isDiskFull(error)) return OF_FAILURE.full
  if (error instanceof StoreUnreachableError || isFolderAway(error)) return FILES_AWAY
  const failure = failureOf(error)
  return failure && OF_FAILURE[failure]
}

/** The answer to an error. It describes only errors that the client can avoid; others are logged. */
export function refusalOf (error: ErrorWithStatus): Refusal {
  const known = reported(error)
  if (known !== undefined) return { status: STATUS[known.kind], body: { errors: known.errors } }
  const { statusCode: status = 500, message } = error
  return status >= 400 && status < 500
    ? { status, body: { errors: { error: message } } }
    : { status: 500, body: { errors: { error: 'Something went wrong on the server.' } } }
}

/** Sets Retry-After for a 503. */
export function adviseRetry (reply: FastifyReply, status: number): void {
  if (status === 503) reply.header('retry-after', RETRY_SECONDS)
}

/**
 * Replaces Fastify's messages by the messages of the contract, and by messages that do not repeat input of the client.
 */
function withOwnMessage (error: FastifyError, request: FastifyRequest): ErrorWithStatus {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': return unsupportedMediaType(request.headers['content-type'])
    case 'FST_ERR_BAD_URL': return malformedAddress()
    case 'FST_ERR_MAX_PARAM_LENGTH': return longAddress()
    default: return error
  }
}

/** Answers errors of Fastify before routing; for servers that serve only Vitrine. */
export function answerFrameworkError (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = refusalOf(withOwnMessage(error, request))
  sendError(reply.code(status), body)
}

/**
 * Sends an error with the id of the request; for an internal error also in the body, because only the log explains it.
 *
 * @param type the negotiated media type, although the body is always JSON (docs/contract/http.md §8).
 */
function sendError (reply: FastifyReply, body: object, type?: string): FastifyReply {
  reply.header('cache-control', 'no-store')
  const named = reply.statusCode < 500 ? body : { ...body, 'request-id': String(reply.request.id) }
  return sendJson(nameRequest(reply), named, type)
}

/** One handler and one form of body, `{"errors": {…}}`, for all errors (docs/contract/http.md §5 and README, 2). */
function errorsPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  // Headers of an answer that could not be sent in the requested format after all.
  const ofAnswer = ['etag', 'last-modified', 'link', ...totalHeaders(fastify.api.settings)]

  fastify.setErrorHandler((thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const error = withOwnMessage(thrown, request)
    const { status, body } = refusalOf(error)
    // Logged although the request is refused, because the cause may be a bug.
    if (failureOf(error) === 'dangling') request.log.warn({ err: error }, error.message)
    // A busy server is worth a warning, not an error; 501 is neither.
    if (error instanceof BusyError) request.log.warn(`refused with 503: ${error.message}`)
    else if (status >= 500 && status !== 501) request.log.error({ err: error }, error.message)
    adviseRetry(reply, status)
    if (error instanceof OperationError) reply.header('allow', methodsFor(error.allowed, request))
    if (status === 404 && request.routeOptions.config.isForPeople === true && acceptsPage(request)) {
      return reply.vitrine.sendMessage(404)
    }
    for (const name of ofAnswer) reply.removeHeader(name)
    return sendError(reply.code(status), body, typeWithoutRdf(request.vitrine.format))
  })
  done()
}

export default fp(errorsPlugin, { name: 'vitrine-errors', dependencies: ['vitrine-json-ld'] })
