import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Settings } from '../api/settings/settings.js'
import { answerUnknownAddress, serverOptions } from '../app.js'
import { limitConnections } from './connection-limit.js'
import { loggingServer } from './logger.js'
import { endSlowBodies } from './slow-bodies.js'

/** How long a client may take to send the head of a request, in milliseconds. */
const HEADERS_TIMEOUT = 20_000

/** How often that is looked after, in milliseconds. */
const CHECK_INTERVAL = 5000

/**
 * How long a connection may stay open between two requests, in milliseconds. Longer than proxies keep theirs (60 s is
 * usual), so that none sends a request on a connection that we are just closing.
 */
const KEEP_ALIVE_TIMEOUT = 72_000

/**
 * A server for nothing but Vitrine that can face the open internet: no number of slow or idle clients keeps others
 * from being served, and whatever Fastify or Node would answer by themselves is answered in our form, without
 * repeating what the client sent.
 *
 * The time that a whole request may take is not limited, because large uploads may be slow; how slow, `endSlowBodies`
 * decides.
 */
export function httpServer (log: FastifyBaseLogger, { bodyLimit, connections }: Settings): FastifyInstance {
  const app = loggingServer(log, {
    ...serverOptions,
    bodyLimit,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_TIMEOUT, connectionsCheckingInterval: CHECK_INTERVAL },
    clientErrorHandler: (error, socket) => { refuseClient(error, socket, log) }
  })
  app.setNotFoundHandler(answerUnknownAddress)
  limitConnections(app.server, connections)
  endSlowBodies(app.server)
  return app
}

/** Errors of Node's HTTP parser, by their codes; all others are malformed requests. */
const CLIENT_ERRORS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.']
}

/** Answers what is not HTTP. The error is not logged as it is: it holds the raw request, credentials included. */
function refuseClient (error: NodeJS.ErrnoException, socket: Socket, log: FastifyBaseLogger): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = CLIENT_ERRORS[error.code ?? ''] ?? [400, 'The request is not HTTP.']
  log.debug({ code: error.code, remoteAddress: socket.remoteAddress }, 'request refused by the HTTP parser')
  if (socket.writable) socket.write(rawAnswer(status, message))
  socket.destroy()
}

function rawAnswer (status: number, message: string): string {
  const body = JSON.stringify({ errors: { error: message } })
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]!}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
