import type { RemovalHold } from '../../files/own/removal-hold.js'

/** Milliseconds between two attempts. */
const PAUSE = 1000

type Removal = () => Promise<void>

/**
 * Removals of stored files, which wait while a backup is running. Their names are in the journal until they are done,
 * so that the next start makes up for those that are still waiting when the collection is closed.
 */
export class HeldRemovals {
  readonly #hold: RemovalHold
  #waiting: Removal[] = []
  #timer: NodeJS.Timeout | undefined

  constructor (hold: RemovalHold) {
    this.#hold = hold
  }

  /** Runs a removal whose rows are deleted, now or when no backup is running any more. */
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
    this.#timer ??= setTimeout(() => { this.#retry().catch(() => {}) }, PAUSE).unref()
  }

  async #retry (): Promise<void> {
    this.#timer = undefined
    if (this.#hold.isHeld) {
      this.#schedule()
      return
    }
    // What cannot be removed now stays in the journal.
    for (const removal of this.#waiting.splice(0)) await removal().catch(() => {})
  }
}
