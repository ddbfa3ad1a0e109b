import type { IncomingMessage, Server } from 'node:http'

export interface SlowBodyOptions {
  /** How long bytes are counted, in milliseconds. */
  window?: number
  /** How many bytes have to come in meanwhile. */
  least?: number
}

/** Bytes that the connection of a request had brought at some time. */
interface Progress { bytes: number, since: number }

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Closes connections on which a body comes in too slowly to be an honest upload: by default less than 32 KB in a
 * minute. A limit on the whole time would refuse large files on slow links instead.
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
    // A body that we have not begun to read, or stopped reading because the disk is slow, is not the client's fault.
    const isAwaited = request.readableFlowing === true
    if (isAwaited && bytesRead - progress.bytes < least) request.socket.destroy()
    Object.assign(progress, { bytes: bytesRead, since: now })
  }
}
