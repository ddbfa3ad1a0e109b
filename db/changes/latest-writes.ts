import type { ChangeLog } from './change-log.js'
import type { Writes } from './write-notes.js'

/** Records what was written, by this process or another, in a change log. Looks once per turn of the event loop. */
export class LatestWrites {
  #isUpToDate = false
  /** Has the next `look` look, be it in the same turn. */
  readonly endTurn = (): void => { this.#isUpToDate = false }

  constructor (private readonly writes: Writes, private readonly changes: ChangeLog) {}

  look (): void {
    if (this.#isUpToDate) return
    this.#isUpToDate = true
    setImmediate(this.endTurn)
    this.lookNow()
  }

  lookNow (): void {
    for (const { touched, rows } of this.writes.take()) this.changes.record(touched, rows)
  }
}
