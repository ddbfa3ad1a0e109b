import type { AnyColumn, Placeholder, SQL } from 'drizzle-orm'
import type { Containment } from './containment.js'
import type { Part } from '../tokens/full-text-query.js'
import type { FullTextIndex } from '../tokens/full-text-tokens.js'

/** A list as a parameter: of ids, or of texts; or in a prepared statement a placeholder for the JSON text of ids. */
export type List = readonly unknown[] | Placeholder

/** What engines say in different words. Everything else in queries is said in words that all of them understand. */
export interface Words {
  /** The condition that a column is one of a list, which is one parameter, however long it is. */
  isOneOf (column: AnyColumn | SQL, list: List): SQL
  /** Selects the ids of a list, as `value`. */
  rowsOf (list: List): SQL
  /** All values of a column of numbers as the JSON text of a list, in the order of the rows. */
  listOf (column: SQL): SQL
  /** All rows as the JSON text of a list of lists; conditions as 1 or 0. */
  listOfRows (columns: readonly SQL[]): SQL
  /** The condition that a folded text contains another, or starts or ends with it, without wildcards. */
  holds (containment: Containment, column: AnyColumn | SQL, text: string): SQL
  /** A condition as 1 or 0. */
  flag (condition: SQL): SQL
  /** A column of `listOfRows`: a text, but 1 where a condition holds. */
  unless (condition: SQL, text: AnyColumn | SQL): SQL
  /** The condition that a text has a character of these: tab, line feed, form feed, carriage return, space. */
  hasSpace (text: AnyColumn | SQL): SQL
  /** A member of a JSON text that is a text, as a JSON text with this member only. */
  onlyMember (json: AnyColumn | SQL, name: string): SQL
  /** The condition that a text has the character U+0000. */
  hasNul (text: AnyColumn | SQL): SQL
  /** A column, in a way that keeps the engine from choosing an index of it. */
  withoutIndex (column: AnyColumn | SQL): SQL
  /** A column that is compared or sorted by beside another one, by whose index rows are found more quickly. */
  beside (column: AnyColumn): SQL
  /** The rows of a table, from parts of it that are indexed apart; or the table, where an index has all of them. */
  inParts (table: SQL, parts: SQL): SQL
  /** The column `id` of an application's own table, for `CREATE TABLE`: ids count from 1 and are never reused. */
  readonly idColumn: SQL
  /** The highest id that a table has ever given. */
  lastId (table: string): SQL
  /** Selects, as `id`, the documents in which any of the rows of tokens stand, in ascending order. */
  documentsWith (index: FullTextIndex, rows: readonly Part[], withHidden: boolean): SQL
  /** Whether the engine has an index of phrases (search/trigrams.ts) of its own, or finds parts of texts by itself. */
  readonly hasPhraseIndex: boolean
}
