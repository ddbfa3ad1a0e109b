import type { Reading } from '../../query/statements/reading.js'
import type { SqliteDatabase } from './connection.js'

/** Synchronous reads of a database file. */
export function readingOf (database: SqliteDatabase): Reading {
  const driver = database.$client
  return {
    database,
    rows: (statement, ...parameters) => driver.prepare(statement).raw().all(...parameters),
    listed: '(SELECT value FROM json_each(?))',
    migration: '(SELECT max(created_at) FROM __drizzle_migrations)',
    begin () { driver.exec('BEGIN') },
    end () { driver.exec('COMMIT') }
  }
}
