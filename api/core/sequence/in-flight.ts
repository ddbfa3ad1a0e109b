/** Work in progress: concurrent callers with the same key share it. */
export class InFlight<K> {
  readonly #works = new Map<K, Promise<unknown>>()

  has (key: K): boolean {
    return this.#works.has(key)
  }

  /** Joins the work with this key, or begins it. */
  async share<V> (key: K, begin: () => Promise<V>): Promise<V> {
    const present = this.#works.get(key)
    if (present !== undefined) return await present as V
    const work = begin()
    this.#works.set(key, work)
    try {
      return await work
    } finally {
      this.#works.delete(key)
    }
  }
}
