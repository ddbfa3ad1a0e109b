import { sql, type AnyColumn, type Placeholder, type SQL } from 'drizzle-orm'
import type { Part } from '../tokens/full-text-query.js'
import type { FullTextIndex } from '../tokens/full-text-tokens.js'

/** How one text contains another: anywhere, at its start or at its end. */
export type Containment = 'in' | 'sw' | 'ew'

/**
 * A list as one parameter: ids or texts; or, in a prepared statement, a placeholder for the JSON text of a list of
 * ids.
 */
export type List = readonly unknown[] | Placeholder

/** The SQL that differs between engines. Everything else is written in SQL that all of them understand. */
export interface Dialect {
  /** The condition that a column is in a list, which is a single parameter of any length. */
  isOneOf (column: AnyColumn | SQL, list: List): SQL
  /** Selects the ids of a list, as `value`. */
  rowsOf (list: List): SQL
  /** Aggregates a column of numbers to one JSON array, in the order of the rows. */
  listOf (column: SQL): SQL
  /** Aggregates all rows to one JSON array of arrays; conditions are 1 or 0. */
  listOfRows (columns: readonly SQL[]): SQL
  /** The condition that a folded text contains another, or starts or ends with it, without wildcards. */
  holds (containment: Containment, column: AnyColumn | SQL, text: string): SQL
  /** A condition as 1 or 0. */
  flag (condition: SQL): SQL
  /** A column of `listOfRows`: the text, or 1 if the condition is true. */
  unless (condition: SQL, text: AnyColumn | SQL): SQL
  /** The condition that a text contains one of these characters: tab, line feed, form feed, carriage return, space. */
  hasSpace (text: AnyColumn | SQL): SQL
  /** A JSON object with only this member of the given JSON object; the member is a string. */
  onlyMember (json: AnyColumn | SQL, name: string): SQL
  /** The condition that a text contains the character U+0000. */
  hasNul (text: AnyColumn | SQL): SQL
  /** The column as an expression that no index of the column can serve. */
  withoutIndex (column: AnyColumn | SQL): SQL
  /** The column as an expression, because the index of another column in the statement finds the rows more quickly. */
  beside (column: AnyColumn): SQL
  /**
   * Reads a table as a union of parts with an index each; or the table itself, if the engine does not merge indexes of
   * parts.
   */
  inParts (table: SQL, parts: SQL): SQL
  /** The column `id` of an application's own table, for `CREATE TABLE`: ids count from 1 and are never reused. */
  readonly idColumn: SQL
  /** Selects the highest id that a table has ever used. */
  lastId (table: string): SQL
  /** Selects, as `id` in ascending order, the documents that contain any of the rows of tokens. */
  documentsWith (index: FullTextIndex, rows: readonly Part[], withHidden: boolean): SQL
  /**
   * Whether substrings are searched in our own trigram index (db/query/text/trigrams.ts) rather than by the engine
   * itself.
   */
  readonly hasPhraseIndex: boolean
}

/** The dialect of the handle that renders a statement, which sets it each time: rendering waits for nothing. */
export const rendering: { dialect: Dialect | undefined } = { dialect: undefined }

/**
 * A part of a query that differs between engines: `build` is called when the statement is rendered, because only then
 * the engine is known.
 */
export function inDialect<T = unknown> (build: (dialect: Dialect) => SQL): SQL<T> {
  return sql<T>`${{ getSQL: () => build(rendering.dialect!), shouldOmitSQLParens: () => true }}`
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
