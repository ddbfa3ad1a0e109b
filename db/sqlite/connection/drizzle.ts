import type Sqlite from 'better-sqlite3'
import type { ExtractTablesWithRelations, QueryWithTypings, SQL } from 'drizzle-orm'
import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session'
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { withDialect } from '../../query/statements/dialect.js'
import { SQLITE_DIALECT } from './sqlite-dialect.js'

/** Tables are passed with each query, so the handle knows none by name. */
type NoSchema = Record<string, never>

export type DrizzleHandle = BaseSQLiteDatabase<'sync', Sqlite.RunResult>

/** Makes the text of statements in the dialect of SQLite. */
class Dialect extends SQLiteSyncDialect {
  override sqlToQuery (sql: SQL, invokeSource?: 'indexes'): QueryWithTypings {
    return withDialect(SQLITE_DIALECT, () => super.sqlToQuery(sql, invokeSource))
  }
}

/**
 * Drizzle's handle of an open file. Drizzle's own `drizzle(driver)` makes the same one, but its module loads
 * better-sqlite3 by name, which is not installed on Node 20 (driver.ts).
 */
export function drizzle (driver: Sqlite.Database): DrizzleHandle {
  const dialect = new Dialect()
  const session = new BetterSQLiteSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(driver, dialect, undefined)
  return new BaseSQLiteDatabase<'sync', Sqlite.RunResult, NoSchema>('sync', dialect, session, undefined)
}
