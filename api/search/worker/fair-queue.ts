/** Waiting entries, taken in turns: one of each who waits, so that whoever asks for much delays nobody else. */
export class FairQueue<T> {
  /** In the order of their turns; nobody who waits for nothing. */
  readonly #waiting = new Map<string, T[]>()
  #length = 0

  get length (): number {
    return this.#length
  }

  add (who: string, entry: T): void {
    const own = this.#waiting.get(who)
    if (own === undefined) this.#waiting.set(who, [entry])
    else own.push(entry)
    this.#length++
  }

  take (): T | undefined {
    const [next] = this.#waiting
    if (next === undefined) return undefined
    const [who, [entry, ...others]] = next
    this.#waiting.delete(who)
    if (others.length > 0) this.#waiting.set(who, others)
    this.#length--
    return entry
  }
}
