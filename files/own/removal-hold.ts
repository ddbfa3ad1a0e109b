import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { lockFile, type ProcessLock } from './process-lock.js'

/** How often a lock is tried that somebody may only be looking at, and the pause in between in milliseconds. */
const ATTEMPTS = 20
const PAUSE = 50

/**
 * A lock by which a backup keeps all processes on a data folder from removing stored files: those that its copy of the
 * database names have to be there until they are in the archive. It ends with the process that holds it, however that
 * ends.
 */
export class RemovalHold {
  /** @param file the lock; created by the first backup. */
  constructor (readonly file: string) {}

  /** Whether a backup is running; after it has been, rows that are deleted are in no backup that begins later. */
  get isHeld (): boolean {
    if (!existsSync(this.file)) return false
    const lock = lockFile(this.file)
    lock?.release()
    return lock === undefined
  }

  /** @returns undefined while another backup of the same folder is running. */
  async take (): Promise<ProcessLock | undefined> {
    for (let attempt = 1; ; attempt++) {
      const lock = lockFile(this.file)
      if (lock !== undefined || attempt === ATTEMPTS) return lock
      await delay(PAUSE)
    }
  }
}
