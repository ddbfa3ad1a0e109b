import type { AnyColumn, Placeholder, SQL } from 'drizzle-orm'
import type { Containment } from './containment.js'
import type { Part } from '../tokens/full-text-query.js'
import type { FullTextIndex } from '../tokens/full-text-tokens.js'

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
