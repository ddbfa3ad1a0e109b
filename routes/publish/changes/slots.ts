import { networkOf } from '../../../api/access/throttles/throttle.js'
import { BusyError } from '../../../api/core/calls/errors.js'

/** One client may have one in this many slots. */
const SLOTS_PER_CLIENT_SLOT = 10

/** Limits how many requests may do something that takes long, in total and for each client. */
export class Slots {
  readonly #byClient = new Map<string, number>()
  #all = 0

  /** @param messages for clients that get no slot: none is free, or their address has as many as it may have. */
  constructor (private readonly most: number, private readonly messages: { atAll: string, forAddress: string }) {}

  /**
   * Takes a slot.
   *
   * @param address of the client; addresses of one IPv6 network (/64) are one client.
   * @returns a function that releases the slot; further calls have no effect.
   * @throws BusyError if no slot is free.
   */
  take (address: string): () => void {
    const client = networkOf(address)
    const own = this.#byClient.get(client) ?? 0
    if (this.#all >= this.most) throw new BusyError(this.messages.atAll)
    if (own >= Math.ceil(this.most / SLOTS_PER_CLIENT_SLOT)) throw new BusyError(this.messages.forAddress)
    this.#all++
    this.#byClient.set(client, own + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#all--
      const left = this.#byClient.get(client)! - 1
      if (left === 0) this.#byClient.delete(client)
      else this.#byClient.set(client, left)
    }
  }
}
