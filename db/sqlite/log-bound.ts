import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'

/** Bytes of the write-ahead log after which it is emptied. */
const LONG = 1024 ** 3

/**
 * Keeps the write-ahead log from growing without end. SQLite begins it anew only when nobody reads what is in it; while
 * somebody always does, such as the thread that indexes what an import writes, it would become as large as the database
 * and be read through ever longer.
 */
export class LogBound {
  readonly #driver: Sqlite.Database
  readonly #step: number
  #most: number

  /** @param driver a connection that waits for others. @param step bytes; for tests. */
  constructor (driver: Sqlite.Database, step = LONG) {
    this.#driver = driver
    this.#step = this.#most = step
  }

  /**
   * Call it outside a transaction. Empties a long log into the database when all who read it have ended, for which it
   * waits; if they go on, it is tried again when the log has grown by as much.
   */
  hold (): void {
    const size = this.#size
    if (size <= this.#most) return
    const [{ busy }] = this.#driver.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: 0 | 1 }]
    this.#most = busy === 0 ? this.#step : size + this.#step
  }

  get #size (): number {
    return statSync(`${this.#driver.name}-wal`, { throwIfNoEntry: false })?.size ?? 0
  }
}
