import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { requestIdOf } from '../../plugins/http/request-id.js'
import { answerUnavailable } from '../../plugins/http/unavailable.js'

/** Fraction of the allowed connections from which on idle ones are closed. */
const CROWDED = 0.9

/** Minimal time in milliseconds between two closings of idle connections. */
const PAUSE = 100

/** Fraction of the allowed connections that may be open in addition, only to be refused. */
const REFUSED = 0.1

const MESSAGE = 'Too many connections are open. Try again in a moment.'

/** Seconds after which to try again. */
const RETRY_SECONDS = 2

/**
 * Limits the number of open connections, so that a flood of them leaves file descriptors for the database and for
 * files. Near the limit, connections without a pending request are closed: their clients only have to open new ones.
 * Above it, requests on new connections are refused with 503; where these are many as well, they are closed at once.
 */
export function limitConnections (server: Server, most: number): void {
  let open = 0
  let closedAt = -Infinity
  const refused = new WeakSet<Socket>()
  server.maxConnections = most + Math.ceil(most * REFUSED)
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => { open-- })
    if (open > most) refused.add(socket)
    if (open < most * CROWDED || performance.now() - closedAt < PAUSE) return
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
