import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'

/** Milliseconds for which the rest of a body is read and dropped. */
const LINGER_MAX_MS = 5000

/** Maximum number of bytes that are read and dropped. */
const LINGER_MAX_BYTES = 128 * 1024 * 1024

/** Interval in milliseconds at which both limits are checked. */
const CHECK_INTERVAL_MS = 100

/**
 * Closes connections after an answer with `Connection: close` as RFC 9112 §9.6 recommends: if the client is still
 * sending the body, only the server's side is closed, and the rest is read and dropped for a while. If the server
 * closed the connection at once, it would be reset, and the client would see a network error instead of the answer.
 */
export function lingerOnClose (server: Server): void {
  server.on('request', (request: IncomingMessage) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && (length ?? '0') === '0') return
    const { socket } = request
    // Node calls this after the last answer of a connection.
    socket.destroySoon = () => {
      if (request.complete) return Socket.prototype.destroySoon.call(socket)
      linger(socket)
      socket.once('close', () => { request.destroy() })
      request.once('end', () => { Socket.prototype.destroySoon.call(socket) }).resume()
    }
  })
}

/** Closes the server's side, waits within the limits until the client closes its side, then destroys the socket. */
export function linger (socket: Socket): void {
  const { bytesRead } = socket
  const since = performance.now()
  const timer = setInterval(() => {
    if (socket.bytesRead - bytesRead > LINGER_MAX_BYTES || performance.now() - since > LINGER_MAX_MS) socket.destroy()
  }, CHECK_INTERVAL_MS).unref()
  socket.once('close', () => { clearInterval(timer) })
  socket.end()
}
