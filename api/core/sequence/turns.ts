import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds for which a request may block the event loop before others are served. */
const MAX_TURN_MS = 20

/**
 * Lets other requests be served during long work: iterate over a list that a client has sent with `each`, or call
 * `next` between its elements. It returns immediately until the work has taken MAX_TURN_MS.
 */
export class Turns {
  #begin = performance.now()

  /** The elements of a list; between them others may be served. */
  async * each<T> (list: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
    for await (const element of list) {
      yield element
      await this.next()
    }
  }

  /** Whether others should be served now. */
  get areDue (): boolean {
    return performance.now() - this.#begin >= MAX_TURN_MS
  }

  async next (): Promise<void> {
    if (!this.areDue) return
    await nextTurn()
    this.#begin = performance.now()
  }
}
