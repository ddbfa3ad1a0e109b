interface Entry<T> {
  value: T
  size: number
  /** When it was last put in front. */
  at: number
}

/**
 * A map that forgets what was not asked for in a while when its contents grow too large. Sizes are rough, in bytes.
 *
 * Moving an entry takes longer than finding it, so one is only moved when about half of the others have come in front of
 * it since: those that are asked for all the time mostly stay where they are.
 */
export class LeastRecent<T> {
  readonly #entries = new Map<string, Entry<T>>()
  #size = 0
  #time = 0

  constructor (readonly limit: number) {}

  get (key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (this.#time - entry.at > this.#entries.size / 2) {
      this.#entries.delete(key)
      entry.at = ++this.#time
      this.#entries.set(key, entry)
    }
    return entry.value
  }

  set (key: string, value: T, size: number): void {
    this.delete(key)
    // One that leaves no room for others is not worth it.
    if (size > this.limit / 4) return
    this.#entries.set(key, { value, size, at: ++this.#time })
    this.#size += size
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.limit) break
      this.delete(oldest)
    }
  }

  delete (key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#size -= entry.size
  }

  clear (): void {
    this.#entries.clear()
    this.#size = 0
  }
}
