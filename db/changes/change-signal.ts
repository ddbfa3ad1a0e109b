/** Milliseconds after which a write of another process is noticed, while somebody listens. */
const LOOK = 1000

/** Tells listeners that the log of changes of resources may have grown, or the rights of accounts have changed. */
export class ChangeSignal {
  readonly #listeners = new Set<() => void>()
  readonly #foreignVersion: () => number
  #seen = 0
  #timer: NodeJS.Timeout | undefined

  /** @param foreignVersion changes whenever another connection has committed. */
  constructor (foreignVersion: () => number) {
    this.#foreignVersion = foreignVersion
  }

  /**
   * Calls back after every commit, and soon after those of other processes. Listen first and
   * then read the log, so that nothing is missed in between.
   *
   * @param listener must not throw. @returns a function that ends it.
   */
  listen (listener: () => void): () => void {
    // So that the same function can listen twice.
    const own = (): void => { listener() }
    this.#listeners.add(own)
    if (this.#timer === undefined) {
      this.#seen = this.#foreignVersion()
      this.#timer = setInterval(() => { this.#look() }, LOOK).unref()
    }
    return () => {
      this.#listeners.delete(own)
      if (this.#listeners.size === 0) this.close()
    }
  }

  tell (): void {
    for (const listener of this.#listeners) listener()
  }

  close (): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look (): void {
    const version = this.#foreignVersion()
    if (version === this.#seen) return
    this.#seen = version
    this.tell()
  }
}
