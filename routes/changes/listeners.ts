import { BusyError } from '../../api/errors.js'

/** The part of all listeners that one client may have. */
const SHARE = 10

/** Bounds how many connections wait for changes, in all and for each client. */
export class Listeners {
  readonly #most: number
  readonly #byClient = new Map<string, number>()
  #all = 0

  constructor (most: number) {
    this.#most = most
  }

  /** @param client its IP address. @returns a function to call in the end. @throws BusyError when there are too many */
  admit (client: string): () => void {
    const own = this.#byClient.get(client) ?? 0
    if (this.#all >= this.#most) throw new BusyError('Too many clients wait for changes. Ask for pages instead.')
    if (own >= Math.ceil(this.#most / SHARE)) {
      throw new BusyError('Too many connections from your address wait for changes. Close some of them.')
    }
    this.#all++
    this.#byClient.set(client, own + 1)
    return () => {
      this.#all--
      const left = this.#byClient.get(client)! - 1
      if (left === 0) this.#byClient.delete(client)
      else this.#byClient.set(client, left)
    }
  }
}
