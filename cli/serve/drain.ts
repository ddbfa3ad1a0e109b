import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { requestIdOf } from '../../plugins/http/identity.js'
import { answerUnavailable } from '../../plugins/http/unavailable.js'

/**
 * Milliseconds for which keep-alive connections stay open after the shutdown was announced, so that a request that is
 * just arriving is answered and its connection is not reset.
 */
const LINGER_MS = 1000

/**
 * Milliseconds to wait for requests whose clients have disconnected: they still read from the database, which must not
 * be closed meanwhile.
 */
const ABANDONED_WAIT_MS = 3000

/** When the list of abandoned answers has this length, finished ones are removed from it, so that it stays short. */
const ABANDONED_MAX_LENGTH = 100

/** Interval in milliseconds at which open connections and abandoned answers are checked. */
const POLL_INTERVAL_MS = 20

const STOPPING = 'The server is stopping. Try again in a moment.'

/** Seconds after which another server may have taken its place. */
const RETRY_SECONDS = 5

interface Drain {
  /**
   * Announces `Connection: close` with every answer, and waits until the clients have closed their connections or
   * `LINGER_MS` has passed. New requests are served meanwhile, and refused with 503 afterwards. Then waits for requests
   * that still run although their clients have disconnected.
   *
   * @param refusesNew refuse new requests from the beginning.
   */
  begin (refusesNew: boolean): Promise<void>
}

/** Prepares draining a server of its connections before it is closed. Costs nothing until then. */
export function drainOf (server: Server): Drain {
  /** Open connections, each with its current or last answer. */
  const connections = new Map<Socket, ServerResponse | undefined>()
  /** Answers of requests whose clients disconnected before the answer was sent. */
  let abandoned: ServerResponse[] = []
  server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => {
      const response = connections.get(socket)
      connections.delete(socket)
      if (response === undefined || !isAwaited(response)) return
      if (abandoned.length >= ABANDONED_MAX_LENGTH) abandoned = abandoned.filter(isAwaited)
      abandoned.push(response)
    })
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    connections.set(request.socket, response)
  })

  /** Replaces the listeners for new requests; pending ones are not affected. */
  function serveBy (listeners: readonly RequestListener[]): void {
    server.removeAllListeners('request')
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false
      for (const listener of listeners) listener.call(server, request, response)
    })
  }

  return {
    async begin (refusesNew) {
      serveBy(refusesNew ? [refuse] : server.listeners('request') as RequestListener[])
      for (const response of connections.values()) if (response?.headersSent === false) response.shouldKeepAlive = false
      const end = performance.now() + LINGER_MS
      while (connections.size > 0 && performance.now() < end) await delay(POLL_INTERVAL_MS)
      serveBy([refuse])
      const last = performance.now() + ABANDONED_WAIT_MS
      while (abandoned.some(isAwaited) && performance.now() < last) await delay(POLL_INTERVAL_MS)
    }
  }
}

/** Whether a request is still running: its answer has not begun, even if its client has disconnected. */
function isAwaited ({ headersSent, writableEnded }: ServerResponse): boolean {
  return !headersSent && !writableEnded
}

function refuse (request: IncomingMessage, response: ServerResponse): void {
  answerUnavailable(request, response, { id: requestIdOf(request), message: STOPPING, retryAfter: RETRY_SECONDS })
}
