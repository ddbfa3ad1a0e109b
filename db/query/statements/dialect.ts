import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { List, Dialect } from './dialect-interface.js'

let current: Dialect | undefined

/** Runs `write`, which renders a statement, with the dialect of an engine. */
export function withDialect<T> (dialect: Dialect, write: () => T): T {
  const before = current
  current = dialect
  try {
    return write()
  } finally {
    current = before
  }
}

/**
 * A part of a query that differs between engines: `build` is called when the statement is rendered, because only then
 * the engine is known.
 */
export function inDialect<T = unknown> (build: (dialect: Dialect) => SQL): SQL<T> {
  return sql<T>`${{ getSQL: () => build(currentDialect()), shouldOmitSQLParens: () => true }}`
}

function currentDialect (): Dialect {
  if (current === undefined) throw new Error('The text of a statement is made by the handle of a database.')
  return current
}

/** The column `id` of an application's own table, for `CREATE TABLE`: ids count from 1 and are never reused. */
export const idColumn: SQL = inDialect((dialect) => dialect.idColumn)

/** A condition as 1 or 0. */
export function flag (condition: SQL): SQL<0 | 1> {
  return inDialect((dialect) => dialect.flag(condition))
}

/**
 * The condition that a column is in a list. The list is one parameter of any length, so that the statement is compiled
 * only once. In a prepared statement, `list` is a placeholder for a JSON list of ids.
 */
export function isOneOf (column: AnyColumn | SQL, list: List): SQL {
  return inDialect((dialect) => dialect.isOneOf(column, list))
}

/** The column as an expression that no index of the column can serve. */
export function withoutIndex (column: AnyColumn | SQL): SQL {
  return inDialect((dialect) => dialect.withoutIndex(column))
}

/** The column as an expression, because the index of another column in the statement finds the rows more quickly. */
export function beside (column: AnyColumn): SQL {
  return inDialect((dialect) => dialect.beside(column))
}
