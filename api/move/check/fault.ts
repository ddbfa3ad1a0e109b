import type { SQL } from 'drizzle-orm'
import type { Database } from '../../../db/query/statements/database.js'
import type { Terms } from '../../../db/query/statements/terms.js'
import type { DataTypes } from '../../values/data-types.js'

/** A contradiction in the database. */
export interface Fault {
  /** The kind of data, in one word: `titles`, `index`. */
  kind: string
  /** The row, as `table/id`, or the table. */
  subject: string
  /** A sentence for the user. */
  message: string
  /**
   * Recomputes the data from the rest of the database, in a transaction; undefined: it must be restored from a backup
   * or entered again.
   */
  repair?: (database: Database) => Promise<void>
}

/** Input of a check. `database` is a snapshot. */
export interface CheckContext {
  database: Database
  terms: Terms
  dataTypes: DataTypes
  textOfMedia (ingester: string, data: unknown): string
}

export interface Check<C extends CheckContext = CheckContext> {
  /** What is checked, for display. */
  name: string
  faults (context: C): AsyncIterable<Fault>
}

/** Yields a fault for each row that a query finds. */
export async function * faultsIn<Row extends unknown[]> (
  database: Database, query: SQL, faultOf: (...row: Row) => Fault
): AsyncIterable<Fault> {
  for (const row of await database.values<Row>(query)) yield faultOf(...row)
}
