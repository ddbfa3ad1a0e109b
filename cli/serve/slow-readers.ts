import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface SlowReaderOptions {
  /** Milliseconds in which a client must take some bytes of an answer. */
  silence?: number
  /** Maximum for the bytes of answers that wait in memory, of all clients together. */
  waiting?: number
  /** Milliseconds between two checks of this maximum. */
  interval?: number
}

/**
 * Closes connections whose clients do not take their answers: after a minute in which nothing was taken; and, if too
 * much waits in memory, those of the client for which most waits. Each answer also holds a descriptor or a snapshot.
 */
export function endSlowReaders (
  server: Server, { silence = 60_000, waiting = 256 * 1024 * 1024, interval = 1000 }: SlowReaderOptions = {}
): void {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => { connections.delete(socket) })
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // Node sets another timeout after the answer. An answer that is not ready yet may take longer.
    socket.setTimeout(silence)
    response.on('timeout', () => { if (socket.writableLength > 0) socket.destroy() })
  })
  const timer = setInterval(() => { endLargest(connections, waiting) }, interval).unref()
  server.once('close', () => { clearInterval(timer) })
}

function endLargest (connections: Iterable<Socket>, limit: number): void {
  const clients = new Map<string, { bytes: number, sockets: Socket[] }>()
  let total = 0
  for (const socket of connections) {
    if (socket.writableLength === 0) continue
    const address = socket.remoteAddress ?? ''
    const client = clients.get(address) ?? { bytes: 0, sockets: [] }
    clients.set(address, client)
    client.bytes += socket.writableLength
    client.sockets.push(socket)
    total += socket.writableLength
  }
  if (total <= limit) return
  const largest = [...clients.values()].reduce((a, b) => a.bytes >= b.bytes ? a : b)
  for (const socket of largest.sockets) {
    if (total <= limit) return
    total -= socket.writableLength
    socket.destroy()
  }
}
