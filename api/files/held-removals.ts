import type { RemovalHold } from '../../files/own/removal-hold.js'

const RETRY_INTERVAL_MS = 1000

type Removal = () => Promise<void>

/**
 * Defers removals of stored files while a backup is running. Their names stay in the journal until they are done, so
 * that the next start removes the files that are still waiting when the collection is closed.
 */
export class HeldRemovals {
  readonly #hold: RemovalHold
  #waiting: Removal[] = []
  #timer: NodeJS.Timeout | undefined

  constructor (hold: RemovalHold) {
    this.#hold = hold
  }

  /** Runs a removal whose rows are deleted: now, or when the backup has ended. */
  async run (removal: Removal): Promise<void> {
    if (!this.#hold.isHeld) {
      await removal()
      return
    }
    this.#waiting.push(removal)
    this.#schedule()
  }

  close (): void {
    clearTimeout(this.#timer)
    this.#waiting = []
  }

  #schedule (): void {
    this.#timer ??= setTimeout(() => { this.#retry().catch(() => {}) }, RETRY_INTERVAL_MS).unref()
  }

  async #retry (): Promise<void> {
    this.#timer = undefined
    if (this.#hold.isHeld) {
      this.#schedule()
      return
    }
    // A file that cannot be removed stays in the journal for the next start.
    for (const removal of this.#waiting.splice(0)) await removal().catch(() => {})
  }
}
