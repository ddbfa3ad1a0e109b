/** A signal that Ctrl-C or SIGTERM aborts. @param reason for which the work rejects; default: an AbortError. */
export function stopSignal (reason?: Error): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => { stopping.abort(reason) })
  return stopping.signal
}
