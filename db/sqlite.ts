import Sqlite from 'better-sqlite3'
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { is, Placeholder, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { containmentKey, equalityKey, sortKey } from './collation/index.js'
import { comparisonKeys } from './comparison/keys.js'

/** What every query is written against. */
export type Database = BetterSQLite3Database & { $client: Sqlite.Database }

const STATEMENTS_KEPT = 400

/**
 * Pages of the log (32 MB) after which what was committed is moved into the database. Writes scatter over the indexes and
 * come back to the same pages, so the longer the log, the less there is to move.
 */
const LOG_PAGES = 8000

/** Kilobytes of the database that a connection keeps; that searches go through more of it is worth more to who does nothing else. */
const CACHE = 16 * 1024
const SEARCH_CACHE = 32 * 1024

/** One open file: Drizzle's handle, and the driver beneath it for what Drizzle has no word for. */
export interface Connection {
  readonly database: Database
  readonly driver: Sqlite.Database
}

/**
 * Opens a database file in WAL mode, foreign keys on. Commits are durable: they wait for the disk.
 *
 * @param options `isReadOnly`: while another connection of this process is open.
 * @throws when the file is not a database or cannot be written.
 */
export function connect (file: string, { isReadOnly = false } = {}): Connection {
  const driver = new Sqlite(file, { timeout: 10_000, readonly: isReadOnly })
  if (!isReadOnly) driver.pragma('journal_mode = WAL')
  driver.pragma('synchronous = FULL')
  driver.pragma('foreign_keys = ON')
  driver.pragma('temp_store = MEMORY')
  // What it does not keep itself the system does. Mapped into memory, the file would count once for each connection.
  driver.pragma(`cache_size = ${isReadOnly ? -SEARCH_CACHE : -CACHE}`)
  driver.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  rememberStatements(driver)
  return { database: drizzle(driver), driver }
}

/** Drizzle compiles a statement each time it runs one; the same SQL is compiled once here. */
function rememberStatements (driver: Sqlite.Database): void {
  const compile = driver.prepare.bind(driver) as (source: string) => Sqlite.Statement
  const kept = new Map<string, Sqlite.Statement>()
  driver.prepare = ((source: string) => {
    let statement = kept.get(source)
    if (statement === undefined) {
      statement = compile(source)
      if (kept.size >= STATEMENTS_KEPT) kept.delete(kept.keys().next().value!)
    } else {
      kept.delete(source)
      if (statement.busy) return compile(source)
      if (statement.reader) statement.raw(false)
    }
    kept.set(source, statement)
    return statement
  }) as typeof driver.prepare
}

/** What texts are compared by, for migrations that add such a column: `sort_key(…)` and so on. */
const KEYS: Readonly<Record<string, (text: string) => string | number | null>> = {
  sort: sortKey,
  equality: equalityKey,
  containment: containmentKey,
  number: (text) => comparisonKeys(text).number,
  earliest: (text) => comparisonKeys(text).earliest,
  latest: (text) => comparisonKeys(text).latest
}

interface Journal { entries: Array<{ when: number, tag: string }> }

/**
 * Brings the schema up to date, whole or not at all.
 *
 * @throws when the file was written by a newer version of Vitrine.
 */
export function migrateTo (connection: Connection, folder: string): void {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8')) as Journal
  const newest = Math.max(...journal.entries.map((entry) => entry.when))
  const known = connection.driver.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get()
  if (known !== undefined) {
    const applied = connection.driver.prepare('SELECT max(created_at) AS newest FROM __drizzle_migrations').get() as { newest: number | null }
    if ((applied.newest ?? 0) > newest) throw new Error('This data folder was written by a newer version of Vitrine. Update Vitrine, or use the data folder it was made for.')
    if (applied.newest === newest) return
  }
  for (const [name, keyOf] of Object.entries(KEYS)) {
    connection.driver.function(`${name}_key`, { deterministic: true }, (text) => text === null ? null : keyOf(text as string))
  }
  migrate(connection.database, { migrationsFolder: folder })
}

/**
 * `column` is one of `ids`. One parameter however long the list, so that the statement is compiled once; in a prepared
 * statement a placeholder for the list as JSON text.
 */
export function isOneOf (column: AnyColumn | SQL, ids: readonly unknown[] | Placeholder): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${is(ids, Placeholder) ? ids : JSON.stringify(ids)}))`
}

/** Asks for a number that differs after any other connection, of this process or another, has committed. */
export function dataVersionOf ({ driver }: Connection): () => number {
  const statement = driver.prepare('PRAGMA data_version').pluck()
  return () => statement.get() as number
}
