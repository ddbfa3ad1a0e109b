import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds for which one request may keep the event loop before others are served. */
const LONGEST = 20

/**
 * Interrupts long work: call `next` between the elements of a list that a client has sent. It does nothing until the
 * work has taken LONGEST; then it lets other requests be served first.
 */
export class Turns {
  #begin = performance.now()

  async next (): Promise<void> {
    if (performance.now() - this.#begin < LONGEST) return
    await nextTurn()
    this.#begin = performance.now()
  }
}
