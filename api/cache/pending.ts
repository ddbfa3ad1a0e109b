interface Making<T> { readonly version: number, readonly value: Promise<T> }

/** Values that are being made, by key. Concurrent callers share one, unless a write came in between. */
export class Pending<T> {
  readonly #making = new Map<string, Making<T>>()

  /** @param version of the change log that the value must include. @param make makes the value as of this version. */
  async once (key: string, version: number, make: () => Promise<T>): Promise<T> {
    const present = this.#making.get(key)
    if (present?.version === version) return await present.value
    const making = { version, value: make() }
    this.#making.set(key, making)
    try {
      return await making.value
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key)
    }
  }
}
