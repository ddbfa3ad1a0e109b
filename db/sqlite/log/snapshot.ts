import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { BUSY_TIMEOUT_MS, openFile } from '../connection/driver.js'

/**
 * Pages copied at once, about 4 MB, and then flushed to the disk: a commit of another process must not wait for a
 * longer flush.
 */
const STEP_PAGES = 1000

/** Copies a database as of one moment with SQLite's backup API, while others write to it. */
export class Snapshot {
  private constructor (private readonly driver: Sqlite.Database, readonly moment: Date, readonly size: number) {}

  /**
   * Starts a read transaction, which fixes the moment. Later writes go to the write-ahead log, which grows until
   * `close`; no write waits.
   *
   * @param file path of the database. @throws if there is none.
   */
  static open (file: string): Snapshot {
    const driver = openFile(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    try {
      // The first read of the transaction fixes the moment. While the transaction is open, the backup never restarts.
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
   * @param target path of the copy, readable only by its owner. @param onProgress is called with the number of bytes;
   * an error thrown from it cancels the copy.
   */
  async copyTo (target: string, onProgress: (done: number) => void = () => {}): Promise<void> {
    const file = openSync(target, 'wx', 0o600)
    try {
      await this.driver.backup(target, {
        progress: ({ totalPages, remainingPages }) => {
          fdatasyncSync(file)
          onProgress(Math.round(this.size * (totalPages - remainingPages) / totalPages))
          return STEP_PAGES
        }
      })
    } finally {
      closeSync(file)
    }
  }

  close (): void {
    this.driver.close()
  }
}
