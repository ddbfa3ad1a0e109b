import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { openFile } from '../connection/driver.js'
import { BUSY_TIMEOUT } from '../connection/busy-timeout.js'

/**
 * Pages that are copied at a stretch, about 4 MB, and then flushed to the disk: a commit of another process that waits
 * for the disk is to wait for no more.
 */
const PAGES = 1000

/** Copies a database as of one moment by SQLite's means, while others write to it. */
export class Snapshot {
  readonly #driver: Sqlite.Database

  private constructor (driver: Sqlite.Database, readonly moment: Date, readonly size: number) {
    this.#driver = driver
  }

  /**
   * Fixes the moment. Later writes go to the write-ahead log, which grows until `close`; nobody waits.
   *
   * @param file the database.
   * @throws when there is none.
   */
  static open (file: string): Snapshot {
    const driver = openFile(file, { fileMustExist: true, timeout: BUSY_TIMEOUT })
    try {
      // The moment is that of the first read in the transaction. As long as it is open, the copy never starts anew.
      driver.exec('BEGIN')
      const pages = driver.pragma('page_count', { simple: true }) as number
      const size = pages * (driver.pragma('page_size', { simple: true }) as number)
      return new Snapshot(driver, new Date(), size)
    } catch (error) {
      driver.close()
      throw error
    }
  }

  /**
   * @param target path of the copy, which only its owner can read. @param onProgress is told bytes; what it throws ends
   *   the copying.
   */
  async copyTo (target: string, onProgress: (done: number) => void = () => {}): Promise<void> {
    const file = openSync(target, 'wx', 0o600)
    try {
      await this.#driver.backup(target, {
        progress: ({ totalPages, remainingPages }) => {
          fdatasyncSync(file)
          onProgress(Math.round(this.size * (totalPages - remainingPages) / totalPages))
          return PAGES
        }
      })
    } finally {
      closeSync(file)
    }
  }

  close (): void {
    this.#driver.close()
  }
}
