import type Sqlite from 'better-sqlite3'
import { is, Placeholder, sql, type ExtractTablesWithRelations, type QueryWithTypings, type SQL } from 'drizzle-orm'
import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session'
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { rendering, type Dialect, type List } from '../../query/statements/dialect.js'

const jsonOf = (list: List) => is(list, Placeholder) ? list : JSON.stringify(list)

const SQLITE_DIALECT: Dialect = {
  isOneOf: (column, list) => sql`${column} IN (SELECT value FROM json_each(${jsonOf(list)}))`,
  rowsOf: (list) => sql`SELECT value FROM json_each(${jsonOf(list)})`,
  listOf: (column) => sql`json_group_array(${column})`,
  listOfRows: (columns) => sql`json_group_array(json_array(${sql.join([...columns], sql`, `)}))`,
  holds (containment, column, text) {
    if (containment === 'in') return sql`instr(${column}, ${text}) > 0`
    const length = [...text].length
    return containment === 'sw' ? sql`substr(${column}, 1, ${length}) = ${text}` : sql`substr(${column}, ${-length}) = ${text}`
  },
  flag: (condition) => condition,
  unless: (condition, text) => sql`CASE WHEN ${condition} THEN 1 ELSE ${text} END`,
  hasSpace: (text) => sql`${text} GLOB ${sql.raw("'*[' || char(9) || char(10) || char(12) || char(13) || ' ]*'")}`,
  onlyMember: (json, name) => sql`json_object(${name}, json_extract(${json}, ${`$.${name}`}))`,
  hasNul: (text) => sql`instr(${text}, char(0)) > 0`,
  // A unary plus turns the column into an expression, which no index serves.
  withoutIndex: (column) => sql`+${column}`,
  // Without statistics, SQLite might choose the index of this column.
  beside: (column) => sql`+${column}`,
  inParts: (_table, parts) => parts,
  idColumn: sql`id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL`,
  lastId: (table) => sql`SELECT seq FROM sqlite_sequence WHERE name = ${table}`,
  documentsWith (index, rows, withHidden) {
    const table = sql.identifier(index)
    // An FTS5 expression. Tokens contain no quotation marks, so none needs escaping.
    const expression = rows.map(({ pieces: tokens, isStart }) => `"${tokens.join(' ')}"${isStart ? ' *' : ''}`).join(' OR ')
    return sql`SELECT rowid AS id FROM ${table}
      WHERE ${table} MATCH ${withHidden ? expression : `{title text} : (${expression})`}`
  },
  hasPhraseIndex: true
}

/** Tables are passed with each query, so the handle knows none by name. */
type NoSchema = Record<string, never>

export type DrizzleHandle = BaseSQLiteDatabase<'sync', Sqlite.RunResult>

/** Makes the text of statements in the dialect of SQLite. */
class SqliteDialect extends SQLiteSyncDialect {
  override sqlToQuery (sql: SQL, invokeSource?: 'indexes'): QueryWithTypings {
    rendering.dialect = SQLITE_DIALECT
    return super.sqlToQuery(sql, invokeSource)
  }
}

/**
 * Drizzle's handle of an open file. Drizzle's own `drizzle(driver)` makes the same one, but its module loads
 * better-sqlite3 by name, which is not installed on Node 20 (driver.ts).
 */
export function drizzle (driver: Sqlite.Database): DrizzleHandle {
  const dialect = new SqliteDialect()
  const session = new BetterSQLiteSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(driver, dialect, undefined)
  return new BaseSQLiteDatabase<'sync', Sqlite.RunResult, NoSchema>('sync', dialect, session, undefined)
}
