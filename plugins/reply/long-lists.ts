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
 *
 * @param maxUnsent no list is made while more bytes of long answers are still to be sent.
 * @returns a function that makes a list when it is its turn; the next one may begin when `work` has ended. It throws
 *   BusyError if too many requests wait, or too many bytes are still to be sent, and the reason of the signal when that
 *   aborts before the turn.
 */
export function longLists (
  maxUnsent: number
): <T>(client: string, work: () => T | Promise<T>, signal: AbortSignal) => Promise<T> {
  const turns = new FairTurns({
    atOnce: () => 1, waiting: MAX_WAITING, waitingPerClient: MAX_WAITING_PER_CLIENT, busy
  })
  const checkRoom = (): void => { if (unsentBytes() >= maxUnsent) throw busy() }

  return async (client, work, signal) => {
    checkRoom()
    const since = performance.now()
    return await turns.run(client, async () => {
      checkRoom()
      if (performance.now() - since > LIST_WAIT_MAX_MS) throw busy()
      return await work()
    }, signal)
  }
}

function busy (): BusyError {
  return new BusyError('So many long lists are being made or read. Ask for smaller pages, or try again in a moment.')
}
