import type { ChangeLog } from './change-log.js'
import { UNKNOWN, type Writes } from './commit-notices.js'

/**
 * Records new commits of this and other processes in the change log. Checks at most once per turn of the event loop.
 */
export class ChangePoller {
  #isUpToDate = false
  /** Makes the next `poll` check again, even in the same turn. */
  readonly expire = (): void => { this.#isUpToDate = false }

  /** @param whenUnknown called after writes that are not described, for example of another program. */
  constructor (
    private readonly writes: Writes, private readonly changes: ChangeLog, private readonly whenUnknown: () => void
  ) {}

  poll (): void {
    if (this.#isUpToDate) return
    this.#isUpToDate = true
    setImmediate(this.expire)
    this.pollNow()
  }

  pollNow (): void {
    for (const written of this.writes.take()) {
      this.changes.record(written.touched, written.rows)
      if (written === UNKNOWN) this.whenUnknown()
    }
  }
}
