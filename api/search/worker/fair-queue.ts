/** A queue that serves its clients in turn, one entry each, so that a client with many entries delays nobody else. */
export class FairQueue<T> {
  /** Entries by client, in the order of the clients' turns. Clients without entries are removed. */
  readonly #waiting = new Map<string, T[]>()
  #length = 0

  get length (): number {
    return this.#length
  }

  /** Number of waiting entries of a client. */
  lengthOf (client: string): number {
    return this.#waiting.get(client)?.length ?? 0
  }

  add (client: string, entry: T): void {
    const own = this.#waiting.get(client)
    if (own === undefined) this.#waiting.set(client, [entry])
    else own.push(entry)
    this.#length++
  }

  /** Removes and returns the next entry; its client goes to the end. */
  take (): T | undefined {
    const [next] = this.#waiting
    if (next === undefined) return undefined
    const [client, [entry, ...others]] = next
    this.#waiting.delete(client)
    if (others.length > 0) this.#waiting.set(client, others)
    this.#length--
    return entry
  }

  /** Removes an entry before its turn. @returns whether it was still in the queue. */
  remove (client: string, entry: T): boolean {
    const own = this.#waiting.get(client)
    const at = own?.indexOf(entry) ?? -1
    if (own === undefined || at < 0) return false
    own.splice(at, 1)
    if (own.length === 0) this.#waiting.delete(client)
    this.#length--
    return true
  }
}
