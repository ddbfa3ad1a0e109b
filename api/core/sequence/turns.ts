import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds for which one request may occupy the event loop before others are served. */
const LONGEST = 20

/**
 * Lets other requests be served during long work: call `next` between the elements of a list that a client has sent.
 * It returns at once until the work has taken LONGEST.
 */
export class Turns {
  #begin = performance.now()

  async next (): Promise<void> {
    if (performance.now() - this.#begin < LONGEST) return
    await nextTurn()
    this.#begin = performance.now()
  }
}
