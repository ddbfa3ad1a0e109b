import type Sqlite from 'better-sqlite3'
import { PackedReader, type PackedRows } from './packed-rows.js'

/** Rows of one statement: more are hardly faster. */
const TOGETHER = 32

/** Those that insert TOGETHER rows and one. */
interface Statements { readonly many: Sqlite.Statement, readonly one: Sqlite.Statement }

/**
 * Inserts packed rows, many by each statement: of what an import takes, handing rows over one by one was a good part.
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
    // One by one: of a list, the driver would look up each member, which takes a tenth of the time of an insert.
    for (; left >= TOGETHER; left -= TOGETHER) many.run(...reader.next(TOGETHER))
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
      this.#statements.set(identity, known = { many: into(TOGETHER), one: into(1) })
    }
    return known
  }
}
