import type Sqlite from 'better-sqlite3'
import { FILLED_TABLES, RETAINED_INDEXES } from '../../engine/filled-tables.js'
import { BUSY_TIMEOUT_MS, openFile } from './driver.js'

/**
 * Kilobytes of rows that are sorted in memory; more are sorted in temporary files. What fits into the cache of a
 * processor core takes a sixth less CPU time than four times as much, and a quarter less time of this thread; with
 * much less, the rows of a million resources would need another merge.
 */
const SORT_MEMORY_KB = 2 * 1024

/** Milliseconds to wait for readers of the write-ahead log before it is copied into the database as far as possible. */
const READER_TIMEOUT_MS = 500

/** Rows of the table `deferred_index`, which exists only while indexes are missing. */
interface Deferred { name: string, definition: string }

/**
 * Drops, in one transaction, the indexes into which many new rows would be inserted at random places. Their
 * definitions are stored, so that any process can rebuild them (`buildIndexes`). Meanwhile all queries work as before,
 * but slowly.
 *
 * @param driver a connection outside a transaction.
 */
export function deferIndexes (driver: Sqlite.Database): void {
  driver.transaction(() => {
    const indexes = driver.prepare(`SELECT name, sql AS definition FROM sqlite_schema
      WHERE type = 'index' AND sql LIKE 'CREATE INDEX%' AND tbl_name IN (SELECT value FROM json_each(?))
      AND name NOT IN (SELECT value FROM json_each(?)) ORDER BY rowid`)
      .all(JSON.stringify(FILLED_TABLES), JSON.stringify(RETAINED_INDEXES)) as Deferred[]
    driver.exec('CREATE TABLE deferred_index (name TEXT PRIMARY KEY, definition TEXT NOT NULL)')
    const store = driver.prepare('INSERT INTO deferred_index VALUES (@name, @definition)')
    for (const index of indexes) {
      store.run(index)
      driver.exec(`DROP INDEX "${index.name}"`)
    }
  }).immediate()
}

export function areIndexesDeferred (driver: Sqlite.Database): boolean {
  return driver.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'deferred_index'").get() !== undefined
}

/**
 * Builds the postponed indexes, each in its own step and transaction. After an interruption, the next call continues.
 * It takes seconds per million rows, during which this thread is blocked.
 *
 * @param file path of the database. @returns the steps; a step runs when the next element is requested.
 */
export function * buildIndexes (file: string): Generator<void> {
  const driver = openFile(file, { timeout: BUSY_TIMEOUT_MS })
  // What does not fit into the cache goes to temporary files instead of memory.
  driver.pragma('temp_store = FILE')
  driver.pragma('wal_autocheckpoint = 0')
  try {
    if (!areIndexesDeferred(driver)) return
    driver.pragma(`cache_size = ${-SORT_MEMORY_KB}`)
    // A helper thread sorts while this one reads on: half the time on two processors.
    driver.pragma('threads = 1')
    const next = driver.prepare('SELECT name, definition FROM deferred_index ORDER BY rowid LIMIT 1')
    const done = driver.prepare('DELETE FROM deferred_index WHERE name = ?')
    const build = driver.transaction(() => {
      // Another process may have built the rest between two steps.
      if (!areIndexesDeferred(driver)) return false
      const index = next.get() as Deferred | undefined
      if (index === undefined) {
        driver.exec('DROP TABLE deferred_index')
        return false
      }
      driver.exec(index.definition)
      done.run(index.name)
      return true
    })
    while (build.immediate()) {
      // Otherwise the log would grow to the size of all indexes while another connection reads it.
      driver.pragma(`busy_timeout = ${READER_TIMEOUT_MS}`)
      driver.pragma('wal_checkpoint(TRUNCATE)')
      driver.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
      yield
    }
  } finally {
    driver.close()
  }
}
