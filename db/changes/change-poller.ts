import type { ChangeLog } from './change-log.js'
import type { Writes } from './commit-notices.js'

/**
 * Records new commits of this and other processes in the change log. Checks at most once per turn of the event loop.
 */
export class ChangePoller {
  #isUpToDate = false
  /** Makes the next `poll` check again, even in the same turn. */
  readonly expire = (): void => { this.#isUpToDate = false }

  constructor (private readonly writes: Writes, private readonly changes: ChangeLog) {}

  poll (): void {
    if (this.#isUpToDate) return
    this.#isUpToDate = true
    setImmediate(this.expire)
    this.pollNow()
  }

  pollNow (): void {
    for (const { touched, rows } of this.writes.take()) this.changes.record(touched, rows)
  }
}
