/** Milliseconds between checks for commits of other processes, while there are listeners. */
const POLL_INTERVAL_MS = 1000

/** Notifies listeners that the log of resource changes may have grown, or that rights of accounts may have changed. */
export class ChangeSignal {
  readonly #listeners = new Set<() => void>()
  #seen = 0
  #timer: NodeJS.Timeout | undefined

  /** @param version of the log of recent changes, which grows with each commit of any process. */
  constructor (private readonly version: () => number) {}

  /**
   * Calls the listener after every commit of this process, and soon after commits of any process. Start listening
   * before reading the log, so that nothing is missed in between.
   *
   * @param listener must not throw. @returns a function that removes the listener.
   */
  listen (listener: () => void): () => void {
    // A wrapper, so that one function can be registered twice.
    const own = (): void => { listener() }
    this.#listeners.add(own)
    if (this.#timer === undefined) {
      this.#seen = this.version()
      this.#timer = setInterval(() => { this.#poll() }, POLL_INTERVAL_MS).unref()
    }
    return () => {
      this.#listeners.delete(own)
      if (this.#listeners.size === 0) this.close()
    }
  }

  notify (): void {
    for (const listener of this.#listeners) listener()
  }

  close (): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Reading the version also makes this process read commits of others while it has no requests. */
  #poll (): void {
    const version = this.version()
    if (version === this.#seen) return
    this.#seen = version
    this.notify()
  }
}
