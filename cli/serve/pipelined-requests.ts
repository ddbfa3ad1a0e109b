import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const WAITING = Symbol('vitrine.waiting')
type Connection = Socket & { [WAITING]?: number }

/**
 * Begins a request only when the earlier ones of its connection are answered, and in a turn of the event loop of its
 * own. Node emits all requests that it has read at once: more than a thousand if a client does not wait for answers
 * (pipelining, RFC 9112 §9.3.2). While any wait, the connection is not read.
 */
export function answerOneByOne (server: Server): void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const begin = (): void => { for (const listener of listeners) listener.call(server, request, response) }
    // Node assigns the connection to one response at a time.
    if (response.socket !== null) return begin()
    const connection: Connection = request.socket
    connection[WAITING] = (connection[WAITING] ?? 0) + 1
    // Node reads on after each request that it has parsed.
    process.nextTick(() => { connection.pause() })
    response.once('socket', () => setImmediate(() => {
      if (--connection[WAITING]! === 0) connection.resume()
      begin()
    }))
  })
}
