import type Sqlite from 'better-sqlite3'
import type { Connection, SqliteDatabase } from '../connection/connection.js'
import { drizzle } from '../connection/drizzle.js'

/** What Drizzle needs of a statement that reads. */
class EitherStatement {
  #isRaw = false

  /** @param source its SQL. */
  constructor (
    private readonly source: string, private readonly reader: Connection, private readonly writer: Connection
  ) {}

  raw (): this {
    this.#isRaw = true
    return this
  }

  all (...values: unknown[]): unknown[] {
    return this.#statement().all(...values)
  }

  get (...values: unknown[]): unknown {
    return this.#statement().get(...values)
  }

  run (...values: unknown[]): Sqlite.RunResult {
    return this.reader.driver.prepare(this.source).run(...values)
  }

  #statement (): Sqlite.Statement {
    const { driver } = this.writer.driver.inTransaction ? this.reader : this.writer
    const statement = driver.prepare(this.source)
    return this.#isRaw ? statement.raw() : statement
  }
}

/**
 * Reads over the connection that writes as long as it is in no transaction: it then sees the same as the other one. For
 * a commit makes SQLite drop all pages that connections hold, except for those of the connection that committed.
 */
export function readingOver (writer: Connection, reader: Connection): SqliteDatabase {
  const either = { prepare: (source: string) => new EitherStatement(source, reader, writer) }
  const { $client, $native } = reader.database
  return Object.assign(drizzle(either as unknown as Sqlite.Database), { $client, $native })
}
