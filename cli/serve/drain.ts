import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { requestIdOf } from '../../plugins/http/request-id.js'
import { answerUnavailable } from '../../plugins/http/unavailable.js'

/**
 * Milliseconds for which keep-alive connections stay open after the shutdown was announced, so that a request which a
 * client is just sending is answered and not reset.
 */
const LINGER = 1000

/** Milliseconds for which requests are waited for whose clients have left: what they read must not be closed. */
const PATIENCE = 3000

/** Requests of clients that have left, from which on those that have ended are looked for. */
const MANY = 100

/** Interval in milliseconds at which open connections are counted. */
const LOOK = 20

const STOPPING = 'The server is stopping. Try again in a moment.'

/** Seconds after which another server may have taken its place. */
const RETRY_SECONDS = 5

export interface Drain {
  /**
   * Announces `Connection: close` with every answer, and waits until the clients have closed their connections or
   * LINGER has passed. New requests are served meanwhile, and refused with 503 afterwards. Then requests are waited for
   * that are still at work though nobody waits for their answers.
   *
   * @param refusesNew refuse new requests from the beginning.
   */
  begin (refusesNew: boolean): Promise<void>
}

/** Prepares draining a server of its connections before it is closed. Costs nothing until then. */
export function drainOf (server: Server): Drain {
  /** Open connections, each with its current or last answer. */
  const connections = new Map<Socket, ServerResponse | undefined>()
  /** Answers whose clients have left before they came. */
  let abandoned: ServerResponse[] = []
  server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => {
      const response = connections.get(socket)
      connections.delete(socket)
      if (response === undefined || !isAwaited(response)) return
      if (abandoned.length >= MANY) abandoned = abandoned.filter(isAwaited)
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
      const end = performance.now() + LINGER
      while (connections.size > 0 && performance.now() < end) await delay(LOOK)
      serveBy([refuse])
      const last = performance.now() + PATIENCE
      while (abandoned.some(isAwaited) && performance.now() < last) await delay(LOOK)
    }
  }
}

/** Whether a request has not been answered yet, be it that nobody hears the answer. */
function isAwaited ({ headersSent, writableEnded }: ServerResponse): boolean {
  return !headersSent && !writableEnded
}

function refuse (request: IncomingMessage, response: ServerResponse): void {
  answerUnavailable(request, response, { id: requestIdOf(request), message: STOPPING, retryAfter: RETRY_SECONDS })
}
