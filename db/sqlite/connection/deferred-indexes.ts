import type Sqlite from 'better-sqlite3'
import { FILLED, KEPT } from '../../engine/filled-tables.js'
import { bulkConnection } from './bulk-connection.js'
import { LogBound } from './log-bound.js'

/**
 * Kilobytes of rows that are sorted in memory; more are sorted in temporary files. What fits into the cache of one core
 * takes a sixth less CPU time than four times as much, and this thread a quarter less; with much less, the rows of a
 * million resources would have to be merged once more.
 */
const SORTED = 2 * 1024

/** Rows of the table `deferred_index`, which is there only as long as indexes are missing. */
interface Deferred { name: string, definition: string }

/**
 * Drops the indexes that many new rows would be put into at random places, in one transaction. Their definitions are
 * stored, so that any process can build them (`buildIndexes`). Meanwhile everything is found as before, but slowly.
 *
 * @param driver a connection outside a transaction.
 */
export function deferIndexes (driver: Sqlite.Database): void {
  driver.transaction(() => {
    const indexes = driver.prepare(`SELECT name, sql AS definition FROM sqlite_schema
      WHERE type = 'index' AND sql LIKE 'CREATE INDEX%' AND tbl_name IN (SELECT value FROM json_each(?))
      AND name NOT IN (SELECT value FROM json_each(?)) ORDER BY rowid`)
      .all(JSON.stringify(FILLED), JSON.stringify(KEPT)) as Deferred[]
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
 * Builds the indexes that were deferred, each in a transaction of its own and a step of its own. When it is broken off,
 * it goes on where it was. It takes seconds for each million of rows; during a step this thread does nothing else.
 *
 * @param file path of the database. @returns the steps: each is done when it is asked for.
 */
export function * buildIndexes (file: string): Generator<void> {
  const driver = bulkConnection(file)
  try {
    if (!areIndexesDeferred(driver)) return
    driver.pragma(`cache_size = ${-SORTED}`)
    // Parts are sorted beside the reading of the next ones: half the time on two processors.
    driver.pragma('threads = 1')
    const next = driver.prepare('SELECT name, definition FROM deferred_index ORDER BY rowid LIMIT 1')
    const done = driver.prepare('DELETE FROM deferred_index WHERE name = ?')
    const build = driver.transaction(() => {
      // Between two steps somebody else may have made the rest.
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
    const log = new LogBound(driver)
    while (build.immediate()) {
      log.hold()
      yield
    }
  } finally {
    driver.close()
  }
}
