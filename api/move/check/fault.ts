import type { Database } from '../../../db/query/statements/database.js'
import type { Terms } from '../../../db/query/statements/terms.js'
import type { DataTypes } from '../../values/data-types.js'

/** Something in the database that contradicts the rest of it. */
export interface Fault {
  /** What is concerned, in one word: `titles`, `index`. */
  kind: string
  /** The row, as `table/id`, or the table. */
  subject: string
  /** A sentence. */
  message: string
  /**
   * Computes anew, in a transaction, what can be computed from the rest; undefined: it has to come back from a backup,
   * or somebody has to write it anew.
   */
  mend?: (database: Database) => Promise<void>
}

/** What checks are given. `database`: as of one moment, whatever is written meanwhile. */
export interface CheckContext {
  database: Database
  terms: Terms
  dataTypes: DataTypes
  textOfMedia (ingester: string, data: unknown): string
}

export interface Check<C extends CheckContext = CheckContext> {
  /** What is checked, for people. */
  name: string
  faults (context: C): AsyncIterable<Fault>
}

/** A page of rows after an id. */
export async function * pages<Row extends { id: number }> (
  page: (after: number) => Promise<Row[]>
): AsyncIterable<Row[]> {
  for (let after = 0; ;) {
    const rows = await page(after)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.id
  }
}
