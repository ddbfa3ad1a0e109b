import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { List, Words } from './engine-words.js'

let current: Words | undefined

/** Runs `write`, which makes the text of a statement, in the words of an engine. */
export function writtenIn<T> (words: Words, write: () => T): T {
  const before = current
  current = words
  try {
    return write()
  } finally {
    current = before
  }
}

/**
 * A part of a query that each engine says in its own words: `say` is called when the text of the statement is made,
 * which is when it is known by which engine.
 */
export function inWords<T = unknown> (say: (words: Words) => SQL): SQL<T> {
  return sql<T>`${{ getSQL: () => say(currentWords()), shouldOmitSQLParens: () => true }}`
}

function currentWords (): Words {
  if (current === undefined) throw new Error('The text of a statement is made by the handle of a database.')
  return current
}

/** The column `id` of an application's own table, for `CREATE TABLE`: ids count from 1 and are never reused. */
export const idColumn: SQL = inWords((words) => words.idColumn)

/** A condition as 1 or 0. */
export function flag (condition: SQL): SQL<0 | 1> {
  return inWords((words) => words.flag(condition))
}

/**
 * The condition that a column is one of a list. The list is one parameter, however long it is, so that the statement is
 * compiled once. In a prepared statement, `list` is a placeholder for a list of ids as JSON text.
 */
export function isOneOf (column: AnyColumn | SQL, list: List): SQL {
  return inWords((words) => words.isOneOf(column, list))
}
