import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Settings } from '../../api/runtime/settings/settings.js'
import { serverOptions } from '../../app.js'
import { newRequestId } from '../../plugins/http/identity.js'
import { limitConnections } from './connection-limit.js'
import { linger, lingerOnClose } from './lingering-close.js'
import { loggingServer } from './logger.js'
import { answerOneByOne } from './pipelined-requests.js'
import { endSlowBodies } from './slow-bodies.js'
import { endSlowReaders } from './slow-readers.js'

/** Milliseconds within which a client must send the headers of a request. */
const HEADERS_TIMEOUT_MS = 20_000

/** Interval in milliseconds at which `HEADERS_TIMEOUT_MS` is checked. */
const CHECK_INTERVAL_MS = 5000

/**
 * Milliseconds for which a connection may stay open between two requests. Longer than the keep-alive time of proxies
 * (usually 60 s), so that no proxy sends a request on a connection that is just being closed.
 */
const KEEP_ALIVE_TIMEOUT_MS = 72_000

/**
 * A server that can face the open internet: any number of slow or idle clients cannot block others, and errors of
 * Fastify and Node are answered in Vitrine's form, without repeating input.
 *
 * The total time of a request is not limited, because large uploads may be slow; `endSlowBodies` limits how slow,
 * and `endSlowReaders` how slowly an answer may be taken.
 */
export function httpServer (log: FastifyBaseLogger, { bodyLimit, connections }: Settings): FastifyInstance {
  const app = loggingServer(log, {
    ...serverOptions,
    bodyLimit,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
    clientErrorHandler: (error, socket) => { refuseClient(error, socket, log) }
  })
  answerOneByOne(app.server)
  limitConnections(app.server, connections)
  endSlowBodies(app.server)
  endSlowReaders(app.server)
  lingerOnClose(app.server)
  return app
}

/** Errors of Node's HTTP parser, by their codes; all others are malformed requests. */
const CLIENT_ERRORS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.']
}

/**
 * Answers a request that is not valid HTTP. Only once for each connection, because the parser reports all later bytes
 * as further errors. The error itself is not logged, because it contains the raw request with credentials.
 */
function refuseClient (error: ConnectionError, socket: Socket, log: FastifyBaseLogger): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [status, message] = CLIENT_ERRORS[error.code ?? ''] ?? [400, 'The request is not HTTP.']
  const reqId = newRequestId()
  log.debug({ reqId, code: error.code, remoteAddress: socket.remoteAddress }, 'request refused by the HTTP parser')
  // The answer to HEAD has no body (RFC 9110 §9.3.2). Fastify declares a wrong type: the packet is a Buffer.
  const isHead = (error.rawPacket as unknown as Buffer | undefined)?.toString('latin1', 0, 5) === 'HEAD '
  socket.write(rawAnswer(status, message, { reqId, isHead }))
  linger(socket)
}

function rawAnswer (status: number, message: string, { reqId, isHead }: { reqId: string, isHead: boolean }): string {
  const body = JSON.stringify({ errors: { error: message } })
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]!}\r\nContent-Type: application/json\r\n` +
    `X-Request-Id: ${reqId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${isHead ? '' : body}`
}
