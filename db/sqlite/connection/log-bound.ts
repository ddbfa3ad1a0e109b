import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'

/** Bytes of the write-ahead log after which it is emptied. */
const LONG = 1024 ** 3

/**
 * Milliseconds to wait for those who read it: longer than most steps of the thread that indexes texts, and much shorter
 * than those in which it merges what it has indexed.
 */
const PATIENCE = 500

/** Part of that size by which it grows until it is tried again. */
const AGAIN = 1 / 8

/**
 * Keeps the write-ahead log from growing without end. SQLite begins it anew only when nobody reads what is in it; while
 * somebody always does, such as the thread that indexes what an import writes, it would become as large as the database
 * and be read through ever longer.
 */
export class LogBound {
  readonly #driver: Sqlite.Database
  readonly #step: number
  #most: number

  /** @param step bytes; for tests. */
  constructor (driver: Sqlite.Database, step = LONG) {
    this.#driver = driver
    this.#step = this.#most = step
  }

  /**
   * Call it outside a transaction. Empties a long log into the database when all who read it have ended, for which it
   * waits for a moment; if they go on, it is tried again when the log has grown.
   */
  hold (): void {
    const size = this.#size
    if (size <= this.#most) return
    this.#most = this.#empty() ? this.#step : size + this.#step * AGAIN
  }

  #empty (): boolean {
    const timeout = this.#driver.pragma('busy_timeout', { simple: true }) as number
    this.#driver.pragma(`busy_timeout = ${PATIENCE}`)
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
