import type { Server } from 'node:http'

/** Share of the allowed connections from which on idle ones are closed to make room. */
const CROWDED = 0.9

/** The least time between two closings of idle connections, in milliseconds. */
const PAUSE = 1000

/**
 * Limits how many connections are open at once, so that a flood of them leaves the process file descriptors for the
 * database and for files. Before the limit is reached, connections without a request under way are closed: they cost
 * their clients nothing but a new connection. Beyond it new ones are closed at once.
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
