import type { Database } from './database.js'

/** A synchronous read-only connection, for a worker thread that has nothing else to do while the database responds. */
export interface Reading {
  readonly database: Database
  /** The rows of a statement, as arrays. `?` stands for each parameter. */
  rows (statement: string, ...parameters: Array<number | string>): unknown[]
  /** A subselect of the ids in a parameter with a JSON list. */
  readonly listed: string
  /** An expression for the newest migration of the database. */
  readonly migration: string
  /** Until `end`, all reads see the database as of one moment. */
  begin (): void
  end (): void
}
