import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'

/** Size in bytes above which the write-ahead log is truncated. */
const TRUNCATE_ABOVE_BYTES = 1024 ** 3

/**
 * Milliseconds to wait for readers of the log: longer than most steps of the full-text index thread, and much shorter
 * than its merges.
 */
const READER_TIMEOUT_MS = 500

/** After a failed attempt, the log grows by this part of the size before the next one. */
const RETRY_GROWTH = 1 / 8

/**
 * Limits the size of the write-ahead log. SQLite restarts the log only while no connection reads it. If one always
 * does, such as the thread that indexes during an import, the log would grow to the size of the database and slow down
 * every read.
 */
export class LogBound {
  readonly #driver: Sqlite.Database
  readonly #step: number
  #most: number

  /** @param step bytes; for tests. */
  constructor (driver: Sqlite.Database, step = TRUNCATE_ABOVE_BYTES) {
    this.#driver = driver
    this.#step = this.#most = step
  }

  /**
   * Call it outside a transaction. If the log is long, copies it into the database and truncates it, after waiting a
   * moment for readers; if they continue, the next attempt is made when the log has grown.
   */
  limit (): void {
    const size = this.#size
    if (size <= this.#most) return
    this.#most = this.#empty() ? this.#step : size + this.#step * RETRY_GROWTH
  }

  #empty (): boolean {
    const timeout = this.#driver.pragma('busy_timeout', { simple: true }) as number
    this.#driver.pragma(`busy_timeout = ${READER_TIMEOUT_MS}`)
    try {
      const [{ busy }] = this.#driver.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: 0 | 1 }]
      return busy === 0
    } finally {
      this.#driver.pragma(`busy_timeout = ${timeout}`)
    }
  }

  get #size (): number {
    return statSync(`${this.#driver.name}-wal`, { throwIfNoEntry: false })?.size ?? 0
  }
}
