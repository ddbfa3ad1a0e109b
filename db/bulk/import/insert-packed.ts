import type Sqlite from 'better-sqlite3'
import { PackedReader, type PackedRows } from './packed-rows.js'

/** Rows per statement: more are hardly faster. */
const ROWS_PER_STATEMENT = 32

/** The statements that insert ROWS_PER_STATEMENT rows and a single row. */
interface Statements { readonly many: Sqlite.Statement, readonly one: Sqlite.Statement }

/**
 * Inserts packed rows, many with each statement, because passing rows one by one took a large part of the time of an
 * import.
 */
export class PackedInserter {
  readonly #driver: Sqlite.Database
  readonly #statements = new Map<string, Statements>()

  constructor (driver: Sqlite.Database) {
    this.#driver = driver
  }

  insert (rows: PackedRows): void {
    const { many, one } = this.#statementsFor(rows)
    const reader = new PackedReader(rows)
    let left = rows.length
    // Spread arguments: of an array, the driver would look up each element, which takes a tenth of the time of an
    // insert.
    for (; left >= ROWS_PER_STATEMENT; left -= ROWS_PER_STATEMENT) many.run(...reader.next(ROWS_PER_STATEMENT))
    for (; left > 0; left--) one.run(...reader.next(1))
  }

  #statementsFor ({ table, names }: PackedRows): Statements {
    const identity = `${table} ${names.join(' ')}`
    let known = this.#statements.get(identity)
    if (known === undefined) {
      const row = `(${names.map(() => '?').join(', ')})`
      const into = (count: number): Sqlite.Statement => this.#driver.prepare(
        `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES ${Array(count).fill(row).join(', ')}`
      )
      this.#statements.set(identity, known = { many: into(ROWS_PER_STATEMENT), one: into(1) })
    }
    return known
  }
}
