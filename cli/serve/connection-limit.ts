import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { requestIdOf } from '../../plugins/http/identity.js'
import { answerUnavailable } from '../../plugins/http/unavailable.js'

/** Idle connections are closed when this fraction of the allowed connections is open. */
const CLOSE_IDLE_FRACTION = 0.9

/** Minimum time in milliseconds between two sweeps of idle connections. */
const CLOSE_IDLE_INTERVAL_MS = 100

/** Fraction of the allowed connections that may be open in addition, to answer them with 503. */
const REFUSED_FRACTION = 0.1

const MESSAGE = 'Too many connections are open. Try again in a moment.'

/** Seconds after which to try again. */
const RETRY_SECONDS = 2

/**
 * Limits the number of open connections, so that a flood of them leaves file descriptors for the database and for
 * files. Near the limit, connections without a pending request are closed: their clients only have to open new ones.
 * Above it, requests on new connections are refused with 503; if there are too many of these as well, further
 * connections are closed at once.
 */
export function limitConnections (server: Server, most: number): void {
  let open = 0
  let closedAt = -Infinity
  const refused = new WeakSet<Socket>()
  server.maxConnections = most + Math.ceil(most * REFUSED_FRACTION)
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => { open-- })
    if (open > most) refused.add(socket)
    if (open < most * CLOSE_IDLE_FRACTION || performance.now() - closedAt < CLOSE_IDLE_INTERVAL_MS) return
    closedAt = performance.now()
    server.closeIdleConnections()
  })

  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!refused.has(request.socket)) {
      for (const listener of listeners) listener.call(server, request, response)
      return
    }
    response.shouldKeepAlive = false
    answerUnavailable(request, response, { id: requestIdOf(request), message: MESSAGE, retryAfter: RETRY_SECONDS })
  })
}
