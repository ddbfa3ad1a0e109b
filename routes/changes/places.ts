import { networkOf } from '../../api/access/throttles/network.js'
import { BusyError } from '../../api/core/calls/errors.js'

/** The part of all places that one client may have. */
const SHARE = 10

/** Messages for clients that get no place. */
export interface NoPlace {
  /** No place is left. */
  readonly atAll: string
  /** The address has as many as it may have. */
  readonly forAddress: string
}

/** Bounds how many do something that takes long, in all and for each client. */
export class Places {
  readonly #most: number
  readonly #noPlace: NoPlace
  readonly #byClient = new Map<string, number>()
  #all = 0

  constructor (most: number, noPlace: NoPlace) {
    this.#most = most
    this.#noPlace = noPlace
  }

  /**
   * @param address of the client; addresses of one IPv6 network (/64) are one client.
   * @throws BusyError when there are too many.
   */
  take (address: string): Place {
    const client = networkOf(address)
    const own = this.#byClient.get(client) ?? 0
    if (this.#all >= this.#most) throw new BusyError(this.#noPlace.atAll)
    if (own >= Math.ceil(this.#most / SHARE)) throw new BusyError(this.#noPlace.forAddress)
    this.#all++
    this.#byClient.set(client, own + 1)
    let isTaken = true
    return {
      leave: () => {
        if (!isTaken) return
        isTaken = false
        this.#all--
        const left = this.#byClient.get(client)! - 1
        if (left === 0) this.#byClient.delete(client)
        else this.#byClient.set(client, left)
      }
    }
  }
}

export interface Place {
  /** May be called again. */
  leave (): void
}
