/** Does pieces of work with the same key one after the other; those with different keys do not wait for each other. */
export class OneByOne<K> {
  /** The last piece of work of each key, until it ends. */
  readonly #last = new Map<K, Promise<unknown>>()

  async run<T> (key: K, work: () => Promise<T>): Promise<T> {
    // Never begins at once: what `work` itself asks for must find it in the map, and wait.
    const own = (this.#last.get(key) ?? Promise.resolve()).then(work, work)
    this.#last.set(key, own)
    try {
      return await own
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key)
    }
  }

  /** Resolves when all work with a key has ended, also what is added in the meantime. Never rejects. */
  async ended (key: K): Promise<void> {
    for (let last = this.#last.get(key); last !== undefined; last = this.#last.get(key)) await last.catch(() => {})
  }
}

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

/**
 * The writes of this process, by the identity of the database. Without this queue, SQLite would block the thread while
 * waiting for another connection of the same thread, which then could never finish.
 */
export const writeTurns = new OneByOne<string>()
