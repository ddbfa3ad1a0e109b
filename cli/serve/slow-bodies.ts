import type { IncomingMessage, Server } from 'node:http'

interface SlowBodyOptions {
  /** Period in milliseconds over which bytes are counted. */
  window?: number
  /** Minimum number of bytes that must arrive in this period. */
  least?: number
}

/** Number of bytes that a connection had received at the time `since`. */
interface Progress { bytes: number, since: number }

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Closes connections on which a body arrives too slowly for a genuine upload: by default less than 32 KB per minute. A
 * limit on the total time would refuse large files over slow links instead.
 */
export function endSlowBodies (server: Server, { window = 60_000, least = 32 * 1024 }: SlowBodyOptions = {}): void {
  const incoming = new Map<IncomingMessage, Progress>()

  server.on('request', (request: IncomingMessage) => {
    if (WITHOUT_BODY.has(request.method!) || request.complete) return
    incoming.set(request, { bytes: request.socket.bytesRead, since: performance.now() })
    request.once('close', () => { incoming.delete(request) })
  })

  const timer = setInterval(() => {
    const now = performance.now()
    for (const [request, progress] of incoming) {
      if (request.complete) incoming.delete(request)
      else if (now - progress.since >= window) checkProgress(request, progress, now)
    }
  }, window / 4).unref()
  server.once('close', () => { clearInterval(timer) })

  function checkProgress (request: IncomingMessage, progress: Progress, now: number): void {
    const { bytesRead } = request.socket
    // If the server is not reading the body (not yet, or because its disk is slow), the client is not too slow.
    const isAwaited = request.readableFlowing === true
    if (isAwaited && bytesRead - progress.bytes < least) request.socket.destroy()
    Object.assign(progress, { bytes: bytesRead, since: now })
  }
}
