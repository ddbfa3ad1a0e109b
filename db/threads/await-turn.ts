/** Lets work that waits begin, or rejects it. */
export interface Waiting { begin (): void, refuse (error: unknown): void }

/**
 * Waits in a queue until `begin` is called. When the signal aborts before that, the work leaves the queue.
 *
 * @param add adds it to the queue, and may call `begin`. @param remove removes it; returns whether it was still there.
 * @throws what `refuse` is called with; the reason of the signal.
 */
export async function awaitTurn (
  signal: AbortSignal | undefined, add: (waiting: Waiting) => void, remove: (waiting: Waiting) => boolean
): Promise<void> {
  let leave = (): void => {}
  const turn = new Promise<void>((resolve, reject) => {
    const waiting = { begin: resolve, refuse: reject }
    leave = () => { if (remove(waiting)) reject(signal!.reason) }
    add(waiting)
  })
  signal?.addEventListener('abort', leave)
  try {
    await turn
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}
