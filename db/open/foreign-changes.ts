import type { Engine } from '../engine/engine.js'

/**
 * Takes up what another program has left in the queue of changes, in a transaction of its own: until then the log of
 * changes and the indexes lack it.
 */
export class ForeignChanges {
  /** Pending until the indexes know what another program has written; undefined: they do. Never rejects. */
  taken: Promise<void> | undefined

  /** @param write runs an empty transaction. */
  constructor (private readonly engine: Engine, private readonly write: () => Promise<void>) {}

  /** Call it when something was written of which it is not known what. */
  take (): void {
    // If it fails, the next transaction takes the changes up.
    if (this.engine.problem !== undefined) return
    this.taken ??= this.#take().catch(() => {}).finally(() => { this.taken = undefined })
  }

  async #take (): Promise<void> {
    if (await this.engine.isAnyChangeDue()) await this.write()
  }
}
