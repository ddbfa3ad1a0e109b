import type Sqlite from 'better-sqlite3'
import type { Connection, SqliteDatabase } from '../connection/connection.js'
import { drizzle } from '../connection/sqlite-dialect.js'

/** The methods of a prepared statement that Drizzle uses for reads. */
class EitherStatement {
  #isRaw = false
  /** The compiled statement of each connection, once it was used there. */
  #reading: Sqlite.Statement | undefined
  #writing: Sqlite.Statement | undefined

  /** @param source its SQL. */
  constructor (
    private readonly source: string, private readonly reader: Sqlite.Database, private readonly writer: Sqlite.Database
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
    return this.reader.prepare(this.source).run(...values)
  }

  #statement (): Sqlite.Statement {
    const statement = this.writer.inTransaction
      ? this.#reading ??= this.reader.prepare(this.source)
      : this.#writing ??= this.writer.prepare(this.source)
    // Set each time, because the connection caches the compiled statement for others, too.
    return statement.reader ? statement.raw(this.#isRaw) : statement
  }
}

/**
 * Reads through the write connection while it is in no transaction, otherwise through the read-only one. A commit
 * invalidates the page cache of every connection except the one that committed, so this way the cache stays warm.
 */
export function readingOver (writer: Connection, reader: Connection): SqliteDatabase {
  const either = { prepare: (source: string) => new EitherStatement(source, reader.driver, writer.driver) }
  const { $client, $native } = reader.database
  return Object.assign(drizzle(either as unknown as Sqlite.Database), { $client, $native })
}
