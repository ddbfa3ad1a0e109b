import { awaitTurn, type Waiting } from '../../../db/threads/await-turn.js'
import { networkOf } from '../../access/throttles/throttle.js'
import { BusyError } from '../../core/calls/errors.js'
import { FairQueue } from './fair-queue.js'

interface Limits {
  /** How much work runs at once. */
  readonly atOnce: () => number
  /** How much work may wait, in total and of one client. */
  readonly waiting: number
  readonly waitingPerClient: number
  /** For the message when more would have to wait. */
  readonly busy?: () => BusyError
}

interface Entry { readonly network: string, readonly turn: Waiting }

/**
 * Runs work of clients by turns (`FairQueue`), some at once. One place stays free of a client that has all others, so
 * that one client whose work takes long does not make the others wait.
 */
export class FairTurns {
  readonly #queue = new FairQueue<Entry>()
  #running = 0
  /** By the network of their client; absent: none. */
  readonly #runningOf = new Map<string, number>()

  constructor (private readonly limits: Limits) {}

  get figures (): { waiting: number, running: number } {
    return { waiting: this.#queue.waiting.length, running: this.#running }
  }

  /**
   * Runs work when it is the client's turn.
   *
   * @param signal when it aborts, work that waits is refused with the reason.
   * @throws BusyError when too much waits: the queue evicts from the client with the most recent entries.
   */
  async run<T> (client: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const network = networkOf(client)
    await this.#turn(client, network, signal)
    try {
      return await work()
    } finally {
      this.#count(network, -1)
      this.next()
    }
  }

  /** Begins what may begin. Call it when the limit has risen. */
  next (): void {
    const most = this.limits.atOnce()
    while (this.#running < most) {
      const entry = this.#queue.take(({ network }) => (this.#runningOf.get(network) ?? 0) < Math.max(1, most - 1))
      if (entry === undefined) return
      this.#count(entry.network, 1)
      entry.turn.begin()
    }
  }

  #count (network: string, more: 1 | -1): void {
    this.#running += more
    const now = (this.#runningOf.get(network) ?? 0) + more
    if (now === 0) this.#runningOf.delete(network)
    else this.#runningOf.set(network, now)
  }

  /** Refuses all that waits. */
  refuseAll (): void {
    let entry
    while ((entry = this.#queue.take()) !== undefined) entry.turn.refuse(this.#busy())
  }

  async #turn (client: string, network: string, signal: AbortSignal | undefined): Promise<void> {
    const { waiting, waitingPerClient } = this.limits
    if (this.#queue.lengthOf(client) >= waitingPerClient) throw this.#busy()
    let entry: Entry
    await awaitTurn(signal, (turn) => {
      this.#queue.add(client, entry = { network, turn })
      if (this.#queue.waiting.length > waiting) this.#queue.evict()!.turn.refuse(this.#busy())
      this.next()
    }, () => this.#queue.remove(client, entry))
  }

  #busy (): BusyError {
    return this.limits.busy?.() ?? new BusyError()
  }
}
