import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { lockFile, type ProcessLock } from './process-lock.js'

/** A process that only checks `isHeld` has the lock for a moment, so `take` tries several times. */
const LOCK_ATTEMPTS = 20
const LOCK_RETRY_MS = 50

/** Interval at which waiting removals look whether the backup has ended. */
const REMOVAL_RETRY_MS = 1000

type Removal = () => Promise<void>

/**
 * A lock by which a backup defers the removal of stored files by all processes on a data folder: the files that its
 * copy of the database names have to exist until they are in the archive. The lock ends with its process, however that
 * ends.
 */
export class RemovalHold {
  #waiting: Removal[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param file the lock; created by the first backup. */
  constructor (readonly file: string) {}

  /**
   * Whether a backup is running. Check it after the deletion of the rows is committed: a backup that begins later does
   * not contain these rows.
   */
  get isHeld (): boolean {
    if (!existsSync(this.file)) return false
    const lock = lockFile(this.file)
    lock?.release()
    return lock === undefined
  }

  /** @returns undefined while another backup of the data folder is running. */
  async take (): Promise<ProcessLock | undefined> {
    for (let attempt = 1; ; attempt++) {
      const lock = lockFile(this.file)
      if (lock !== undefined || attempt === LOCK_ATTEMPTS) return lock
      await delay(LOCK_RETRY_MS)
    }
  }

  /**
   * Runs a removal of files whose rows are deleted: now, or when the backup has ended. Until then their names stay in
   * the journal, so that the next start removes files that are still waiting at `close`.
   */
  async remove (removal: Removal): Promise<void> {
    if (!this.isHeld) return await removal()
    this.#waiting.push(removal)
    this.#schedule()
  }

  close (): void {
    clearTimeout(this.#timer)
    this.#waiting = []
  }

  #schedule (): void {
    this.#timer ??= setTimeout(() => { this.#retry().catch(() => {}) }, REMOVAL_RETRY_MS).unref()
  }

  async #retry (): Promise<void> {
    this.#timer = undefined
    if (this.isHeld) return this.#schedule()
    // A file that cannot be removed stays in the journal for the next start.
    for (const removal of this.#waiting.splice(0)) await removal().catch(() => {})
  }
}
