import { setTimeout as delay } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { sqliteFailure } from './failures.js'

/** Milliseconds to wait for those who write to a file. */
export const BUSY_TIMEOUT_MS = 10_000

/** Milliseconds between two attempts to write. SQLite itself would try ten times a second. */
const BUSY_RETRY_MS = 1

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

/**
 * Begins a transaction that writes. Waits asynchronously while another connection writes; SQLite itself would block the
 * thread. @throws SQLITE_BUSY after BUSY_TIMEOUT_MS.
 */
export async function begin (driver: Sqlite.Database): Promise<void> {
  const end = performance.now() + BUSY_TIMEOUT_MS
  while (!hasBegun(driver, performance.now() > end)) await delay(BUSY_RETRY_MS)
}
