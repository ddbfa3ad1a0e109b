import { setTimeout as delay } from 'node:timers/promises'
import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'
import { sqliteFailure } from './failures.js'

/**
 * better-sqlite3 13 crashes on Node 20, whose Node-API is too old for it, and 12 crashes on Node 24 when a thread
 * ends. npm installs the suitable one: both are optional dependencies that declare their versions of Node.
 */
const IS_NODE_20 = Number(process.versions.node.split('.')[0]) < 22
export const SQLITE_PACKAGE = IS_NODE_20 ? 'vitrine-sqlite-for-node-20' : 'better-sqlite3'

let driver: typeof Sqlite | undefined

/** Loads the driver on first use, so that a missing driver is reported like any other error. */
function loaded (): typeof Sqlite {
  try {
    driver ??= createRequire(import.meta.url)(SQLITE_PACKAGE) as typeof Sqlite
    return driver
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    throw new Error(
      `The SQLite driver for Node ${process.versions.node} is not installed. Run \`npm ci\` again in a clone, or ` +
      `\`npm install better-sqlite3@${IS_NODE_20 ? '12.11.1' : '13'}\` where Vitrine is a dependency.`
    )
  }
}

/**
 * Opens a database file.
 *
 * @throws an error of SQLite (`code`: `SQLITE_CANTOPEN`, …), or one that says how to install the driver.
 */
export function openFile (file: string, options?: Sqlite.Options): Sqlite.Database {
  return new (loaded())(file, options)
}

/** Number of compiled statements that a connection caches. */
const MAX_STATEMENTS = 400

/** Makes `prepare` compile each of the statements used lately only once. */
export function cacheStatements (driver: Sqlite.Database): void {
  const compile = driver.prepare.bind(driver) as (source: string) => Sqlite.Statement
  const cached = new Map<string, Sqlite.Statement>()
  driver.prepare = ((source: string) => {
    let statement = cached.get(source)
    if (statement === undefined) {
      statement = compile(source)
      if (cached.size >= MAX_STATEMENTS) cached.delete(cached.keys().next().value!)
    } else {
      cached.delete(source)
      if (statement.busy) return compile(source)
      if (statement.reader) statement.raw(false)
    }
    cached.set(source, statement)
    return statement
  }) as typeof driver.prepare
}

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
