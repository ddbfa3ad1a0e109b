import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds for which a request may block the event loop before others are served. */
const MAX_TURN_MS = 20

/**
 * Lets other requests be served during long work: call `next` between the elements of a list that a client has sent.
 * It returns immediately until the work has taken MAX_TURN_MS.
 */
export class Turns {
  #begin = performance.now()

  async next (): Promise<void> {
    if (performance.now() - this.#begin < MAX_TURN_MS) return
    await nextTurn()
    this.#begin = performance.now()
  }
}
