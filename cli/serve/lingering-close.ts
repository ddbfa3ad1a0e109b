import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'

/** Milliseconds for which what a client still sends is read and dropped. */
const LONGEST = 5000

/** The most bytes that are. */
const MOST = 128 * 1024 * 1024

/** Interval in milliseconds at which both are checked. */
const CHECK_INTERVAL = 100

/**
 * Closes connections after an answer with `Connection: close` as RFC 9112 §9.6 asks: if the client is still sending the
 * body, only the server's side is closed, and the rest is read and dropped for a while. A connection closed at once
 * would be reset, and the client would see an error of the network instead of the answer.
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

/** Ends the server's side, waits within the limits until the client ends its own, then closes the connection. */
export function linger (socket: Socket): void {
  const { bytesRead } = socket
  const since = performance.now()
  const timer = setInterval(() => {
    if (socket.bytesRead - bytesRead > MOST || performance.now() - since > LONGEST) socket.destroy()
  }, CHECK_INTERVAL).unref()
  socket.once('close', () => { clearInterval(timer) })
  socket.end()
}
