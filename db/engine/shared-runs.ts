/** Runs work so that each caller gets a run that begins after its call: calls during a run share the next one. */
export class SharedRuns {
  #running: Promise<void> | undefined
  /** The run that begins when `#running` ends. */
  #next: Promise<void> | undefined

  constructor (private readonly work: () => Promise<void>) {}

  /** Rejects when the run fails. */
  next (): Promise<void> {
    if (this.#running === undefined) return this.#begin()
    this.#next ??= this.#running.catch(() => {}).then(async () => { await this.#begin() })
    return this.#next
  }

  #begin (): Promise<void> {
    this.#next = undefined
    this.#running = this.work().finally(() => { this.#running = undefined })
    return this.#running
  }
}
