import type { Server } from 'node:http'

/** Fraction of the allowed connections from which on idle ones are closed. */
const CROWDED = 0.9

/** Minimal time in milliseconds between two closings of idle connections. */
const PAUSE = 1000

/**
 * Limits the number of open connections, so that a flood of them leaves file descriptors for the database and for
 * files. Near the limit, connections without a pending request are closed: their clients only have to open new ones.
 * At the limit, new connections are closed at once.
 */
export function limitConnections (server: Server, most: number): void {
  let open = 0
  let closedAt = -Infinity
  server.maxConnections = most
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => { open-- })
    if (open < most * CROWDED || performance.now() - closedAt < PAUSE) return
    closedAt = performance.now()
    server.closeIdleConnections()
  })
}
