import { BusyError } from '../../api/core/calls/errors.js'
import { FairQueue } from '../../api/runtime/admission/fair-queue.js'
import { unsentBytes } from './long-bodies.js'

/** Rows that a page may have without waiting for its turn. */
const SHORT_LIST_ROWS = 1000

/** Requests that wait, in all and of one client. */
const MAX_WAITING = 500
const MAX_WAITING_PER_CLIENT = 100

/** Milliseconds after which a request that waited is refused: its client will soon give up. */
const LIST_WAIT_MAX_MS = 30_000

/**
 * Makes long lists one after the other, clients by turns, so that their memory does not add up. None is made while too
 * many bytes of others have not been read by their clients.
 */
export class LongLists {
  readonly #waiting = new FairQueue<() => Promise<void>>()
  readonly #maxUnsent: number
  #isBusy = false

  /** @param maxUnsent bytes of long answers from which on no list is made. */
  constructor (maxUnsent: number) {
    this.#maxUnsent = maxUnsent
  }

  /**
   * Makes a list in its turn. The next one may begin when `work` has ended. @param rows that the list may have.
   *
   * @throws BusyError when too many wait, or too much has not been read.
   */
  async run<T> (client: string, rows: number, work: () => Promise<T>): Promise<T> {
    if (rows <= SHORT_LIST_ROWS) return await work()
    this.#checkRoom()
    if (this.#waiting.length >= MAX_WAITING || this.#waiting.lengthOf(client) >= MAX_WAITING_PER_CLIENT) throw busy()
    const since = performance.now()
    return await new Promise<T>((resolve, reject) => {
      this.#waiting.add(client, async () => {
        try {
          this.#checkRoom()
          if (performance.now() - since > LIST_WAIT_MAX_MS) throw busy()
          resolve(await work())
        } catch (error) {
          reject(error)
        }
      })
      this.#work().catch(reject)
    })
  }

  async #work (): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    for (let next = this.#waiting.take(); next !== undefined; next = this.#waiting.take()) await next()
    this.#isBusy = false
  }

  #checkRoom (): void {
    if (unsentBytes() >= this.#maxUnsent) throw busy()
  }
}

function busy (): BusyError {
  return new BusyError('So many long lists are being made or read. Ask for smaller pages, or try again in a moment.')
}
