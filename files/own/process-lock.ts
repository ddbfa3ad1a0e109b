import { closeSync, openSync } from 'node:fs'
import { openFile } from '../../db/sqlite/connection/driver.js'

/** An exclusive lock on a file. */
export interface ProcessLock { release (): void }

/**
 * Locks a file, which is created if it does not exist. The operating system releases the lock when the process ends,
 * however it ends. Node.js offers no such locks, so SQLite's are used. Nothing else in this process may open the file
 * in the meantime: closing it would release the lock (POSIX, `fcntl`).
 * @returns undefined while another process has the lock.
 * @throws when the file cannot be written, or its folder does not exist.
 */
export function lockFile (file: string): ProcessLock | undefined {
  createPrivately(file)
  const driver = openFile(file, { timeout: 0 })
  try {
    driver.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    driver.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined
    throw error
  }
  return { release: () => { driver.close() } }
}

/** Creates a file that only its owner can read. Does not open an existing one: closing it would release its locks. */
function createPrivately (file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
