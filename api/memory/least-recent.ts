/** A map that forgets what was not asked for longest when its contents grow too large. Sizes are rough, in bytes. */
export class LeastRecent<T> {
  readonly #entries = new Map<string, { value: T, size: number }>()
  #size = 0

  constructor (readonly limit: number) {}

  get (key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set (key: string, value: T, size: number): void {
    this.delete(key)
    if (size > this.limit / 8) return
    this.#entries.set(key, { value, size })
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
