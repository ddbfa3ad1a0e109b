import { closeSync, openSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/** A file that one process at a time can hold. */
export interface ProcessLock { release (): void }

/**
 * Takes hold of a file, which is made where it does not exist; undefined while somebody else holds it. The system lets
 * go of it when the process ends, however it ends. Node offers no such lock, but SQLite does, on every file that it
 * writes. Nothing else may open the file meanwhile: closing it would let go of it (POSIX, `fcntl`).
 *
 * @throws when the file cannot be written, or its folder is gone.
 */
export function lockFile (file: string): ProcessLock | undefined {
  createPrivately(file)
  const driver = new Sqlite(file, { timeout: 0 })
  try {
    driver.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    driver.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined
    throw error
  }
  return { release: () => { driver.close() } }
}

/** Makes a file that only its owner can read. Opens none that exists: closing it would let go of its locks. */
function createPrivately (file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
