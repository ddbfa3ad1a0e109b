import type Sqlite from 'better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../../../package.js'
import { BUSY_TIMEOUT_MS, cacheStatements, openFile } from './driver.js'
import { containmentKey, equalityKey, sortKey, valueKey } from '../../keys/collation/index.js'
import { NOTED } from '../../changes/queue.js'
import { comparisonKeys } from '../../keys/comparison-keys.js'
import type { Native } from '../../query/statements/database.js'
import { drizzle, type DrizzleHandle } from './sqlite-dialect.js'
import { fullTextOf } from './full-text.js'
import { rowsOf } from './rows.js'
import { buildIndexes } from './deferred-indexes.js'
import { completeStatistics } from './statistics.js'

/** Drizzle's handle of a connection to a file. */
export type SqliteDatabase = DrizzleHandle & { $client: Sqlite.Database, $native: Native }

/**
 * Number of pages in the write-ahead log (32 MB) after which it is copied into the database. Writes change the same
 * index pages again and again, and each page is copied once, so a longer log means less copying.
 */
export const LOG_PAGES = 8000

/**
 * Number of pages (256 MB) after which a commit copies the log itself although a thread does so in the background
 * (log/log-to-disk.ts): the thread is too slow, or has failed.
 */
export const MAX_LOG_PAGES = 8 * LOG_PAGES

/** Default size of the page cache of a connection, in bytes. */
const PAGE_CACHE_BYTES = 16 * 1024 * 1024

/** A connection: Drizzle's handle, and the driver below it for what Drizzle cannot express. */
export interface Connection {
  readonly database: SqliteDatabase
  readonly driver: Sqlite.Database
}

/**
 * Opens a database file in WAL mode with foreign keys. Commits wait for the disk, so that they survive a power
 * failure.
 *
 * @param options `isReadOnly` requires another connection of this process that is open for writing; `pageCache` is the
 * size of its page cache, in bytes. @throws if the file is not a database or cannot be written.
 */
export function connect (file: string, { isReadOnly = false, pageCache = PAGE_CACHE_BYTES } = {}): Connection {
  const driver = openFile(file, { timeout: BUSY_TIMEOUT_MS, readonly: isReadOnly })
  if (!isReadOnly) driver.pragma('journal_mode = WAL')
  driver.pragma('synchronous = FULL')
  driver.pragma('foreign_keys = ON')
  driver.pragma('temp_store = MEMORY')
  // No memory mapping: the system caches the file anyway, and a mapped file counts as memory of each connection.
  driver.pragma(`cache_size = ${-Math.ceil(pageCache / 1024)}`)
  driver.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  // Drizzle would compile a statement each time that it runs one.
  cacheStatements(driver)
  return { database: databaseOf(driver), driver }
}

const NOTE_ADDED = `INSERT INTO change_queue (what) VALUES (${NOTED.everything + NOTED.terms + NOTED.added})`

/** Drizzle's handle of an open file. */
function databaseOf (driver: Sqlite.Database): SqliteDatabase {
  const $native = {
    ...rowsOf(driver),
    raiseLastId: async (table: string) => {
      driver.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table)
      driver.prepare(`INSERT INTO sqlite_sequence (name, seq) SELECT ?, max(id) FROM "${table}"`).run(table)
    },
    noteAdded: async () => { driver.prepare(NOTE_ADDED).run() },
    ...fullTextOf(driver)
  }
  return Object.assign(drizzle(driver), { $client: driver, $native })
}

/** Key functions as SQL functions (`sort_key(…)` and so on), for migrations that add columns with keys. */
const KEYS: Readonly<Record<string, (text: string) => string | number | null>> = {
  sort: sortKey,
  equality: equalityKey,
  value: valueKey,
  containment: containmentKey,
  number: (text) => comparisonKeys(text).number,
  earliest: (text) => comparisonKeys(text).earliest,
  latest: (text) => comparisonKeys(text).latest
}

const MIGRATIONS = path.join(packageFolder, 'db', 'migrations')

interface Journal { entries: Array<{ when: number, tag: string }> }

/**
 * Runs the missing migrations in one transaction.
 *
 * @throws when the file was written by a newer version of Vitrine.
 */
export function migrateTo (connection: Connection, folder = MIGRATIONS): void {
  const newest = newestMigration(folder)
  const known = connection.driver.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get()
  if (known !== undefined) {
    const applied = appliedMigration(connection)
    if (applied > newest) {
      throw new Error(
        'This data folder was written by a newer version of Vitrine. ' +
        'Update Vitrine, or use the data folder it was made for.'
      )
    }
    if (applied === newest) return
    // Migrations refer to indexes by name, so the ones that an import has postponed are built first.
    Array.from(buildIndexes(connection.driver.name))
  }
  for (const [name, keyOf] of Object.entries(KEYS)) {
    connection.driver.function(
      `${name}_key`, { deterministic: true }, (text) => text === null ? null : keyOf(text as string)
    )
  }
  // An index of many rows is sorted in temporary files, not in memory.
  connection.driver.pragma('temp_store = FILE')
  migrate(connection.database, { migrationsFolder: folder })
  connection.driver.pragma('temp_store = MEMORY')
  completeStatistics(connection.driver)
}

/** Time of the newest migration in a folder, by default of this version. */
export function newestMigration (folder = MIGRATIONS): number {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8')) as Journal
  return Math.max(...journal.entries.map((entry) => entry.when))
}

/** Time of the newest migration that was applied to the database; 0: none. @throws if the database cannot be read. */
export function appliedMigration ({ driver }: Connection): number {
  const { newest } = driver.prepare('SELECT max(created_at) AS newest FROM __drizzle_migrations').get() as
    { newest: number | null }
  return newest ?? 0
}
