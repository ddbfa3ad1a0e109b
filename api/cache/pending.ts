interface Making<T> { readonly version: number, readonly value: Promise<T> }

/** What is being made, by key: whoever asks for it meanwhile waits for it, unless a write came in between. */
export class Pending<T> {
  readonly #making = new Map<string, Making<T>>()

  /** @param version of the change log that the caller wants to be reflected. @param make begins at it. */
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
