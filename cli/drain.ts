import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * How long connections that are kept alive stay open after the end was announced, in milliseconds: a request that the
 * client is just sending is answered and not reset.
 */
const LINGER = 1000

/** How often it is looked whether all connections have gone, in milliseconds. */
const LOOK = 20

const UNAVAILABLE = JSON.stringify({ errors: { error: 'The server is stopping. Try again in a moment.' } })

export interface Drain {
  /**
   * Announces `Connection: close` on every answer from now on, and waits until the clients have gone or had a moment
   * to go. New requests are served meanwhile, and refused with 503 afterwards.
   *
   * @param refusesNew whether new requests are refused from the beginning.
   */
  begin (refusesNew: boolean): Promise<void>
}

/** Prepares a server to be drained of its connections before it is closed. Costs nothing until then. */
export function drainOf (server: Server): Drain {
  /** Open connections, with the answer that is under way or was the last on each. */
  const connections = new Map<Socket, ServerResponse | undefined>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => { connections.delete(socket) })
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    connections.set(request.socket, response)
  })

  /** Replaces what serves new requests; those under way are not concerned. */
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
    }
  }
}

function refuse (request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(503, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(UNAVAILABLE),
    'retry-after': '5'
  }).end(UNAVAILABLE)
}
