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
