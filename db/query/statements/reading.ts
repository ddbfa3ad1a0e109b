import type { Database } from './database.js'

/**
 * A connection of a thread that only reads, and that has nothing else to do while the database answers: statements are
 * run at once.
 */
export interface Reading {
  readonly database: Database
  /** The rows that a statement gives, as lists. `?` stands for each parameter. */
  rows (statement: string, ...parameters: Array<number | string>): unknown[]
  /** A subselect of ids that are given as JSON. */
  readonly listed: string
  /** An expression for the newest migration of the database. */
  readonly migration: string
  /** All reads see the same data until `end`. */
  begin (): void
  end (): void
}
