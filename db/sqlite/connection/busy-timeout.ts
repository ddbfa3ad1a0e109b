import type Sqlite from 'better-sqlite3'
import { sqliteFailure } from './failures.js'

/** Milliseconds to wait for those who write to a file. */
export const BUSY_TIMEOUT_MS = 10_000

/** Milliseconds between two attempts to write. SQLite itself would try ten times a second. */
export const BUSY_RETRY = 1

/**
 * Begins a transaction that writes, without waiting.
 *
 * @returns false while another connection writes. @param isLast throws instead.
 */
export function hasBegun (driver: Sqlite.Database, isLast: boolean): boolean {
  try {
    driver.exec(`PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    return true
  } catch (error) {
    driver.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    const { code = '' } = error as { code?: string }
    if (isLast || sqliteFailure(code) !== 'busy') throw error
    return false
  }
}
