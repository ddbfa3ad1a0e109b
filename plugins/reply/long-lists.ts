import { BusyError } from '../../api/core/calls/errors.js'
import { FairTurns } from '../../api/runtime/admission/fair-turns.js'
import { unsentBytes } from '../http/body.js'

/** Maximum number of requests that wait, in total and of one client. */
const MAX_WAITING = 500
const MAX_WAITING_PER_CLIENT = 100

/** Milliseconds after which a waiting request is refused, because its client will soon give up. */
const LIST_WAIT_MAX_MS = 30_000

/**
 * Makes long lists one after the other, clients by turns, so that their memory does not add up. Makes none while
 * clients have not yet read too many bytes of other long answers.
 */
export class LongLists {
  readonly #turns = new FairTurns({
    atOnce: () => 1, waiting: MAX_WAITING, waitingPerClient: MAX_WAITING_PER_CLIENT, busy
  })

  readonly #maxUnsent: number

  /** @param maxUnsent no list is made while more bytes of long answers are still to be sent. */
  constructor (maxUnsent: number) {
    this.#maxUnsent = maxUnsent
  }

  /**
   * Makes a list when it is its turn. The next one may begin when `work` has ended.
   *
   * @throws BusyError if too many requests wait, or too many bytes are still to be sent.
   */
  async run<T> (client: string, work: () => Promise<T>): Promise<T> {
    this.#checkRoom()
    const since = performance.now()
    return await this.#turns.run(client, async () => {
      this.#checkRoom()
      if (performance.now() - since > LIST_WAIT_MAX_MS) throw busy()
      return await work()
    })
  }

  #checkRoom (): void {
    if (unsentBytes() >= this.#maxUnsent) throw busy()
  }
}

function busy (): BusyError {
  return new BusyError('So many long lists are being made or read. Ask for smaller pages, or try again in a moment.')
}
