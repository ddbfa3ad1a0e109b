import { realpathSync, statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { ChangeQueue } from './write/change-queue.js'
import { prepareDataFolder } from '../engine/data-folder.js'
import { areIndexesDeferred, buildIndexes, deferIndexes } from './connection/deferred-indexes.js'
import type { Database } from '../query/statements/database.js'
import type { Engine, Snapshot } from '../engine/engine.js'
import { commitCounterOf, FileWrites, SqliteWriter } from './write/sqlite-writer.js'
import { Checkpoints, LogFlush } from './log/log-to-disk.js'
import {
  appliedMigration, connect, migrateTo, newestMigration, type Connection, type SqliteDatabase
} from './connection/connection.js'
import { writeTurns } from '../engine/in-turn.js'
import { drizzle } from './connection/sqlite-dialect.js'
import { refreshStatistics } from './connection/statistics.js'
import { setTextSegments } from './connection/text-segments.js'

/** Share of the page cache for the connection that reads while the write connection is in a transaction. */
const READER_CACHE_SHARE = 1 / 4

/** SQLite, with one file in a data folder. */
export class SqliteEngine implements Engine {
  readonly file: string
  readonly identity: string
  readonly allowsNul = true
  readonly claims = undefined
  readonly buckets = undefined
  readonly figures = []
  readonly read
  readonly primary
  readonly writer
  readonly writes: FileWrites
  readonly #reader: Connection
  readonly #queue: ChangeQueue
  readonly #checkpoints: Checkpoints
  readonly #log: LogFlush
  readonly #migration = newestMigration()

  private constructor (file: string, reader: Connection, private readonly writing: Connection) {
    // Without symbolic links.
    this.file = this.identity = realpathSync(file)
    this.#reader = reader
    this.read = this.primary = readingOver(writing, reader)
    this.#queue = new ChangeQueue(writing.driver)
    this.#checkpoints = new Checkpoints(this.file, writing.driver)
    this.#log = new LogFlush(this.file)
    this.writes = new FileWrites(writing.driver, commitCounterOf(this.file))
    this.writer = new SqliteWriter(writing, this.#queue, this.#checkpoints, this.writes)
  }

  /**
   * Opens `<folder>/vitrine.db`; creates the folder and the schema if they are missing.
   *
   * @param pageCache page cache of both connections together, in bytes. @throws if the folder cannot be written, its
   * database is lost, or a newer version of Vitrine wrote it.
   */
  static open (folder: string, pageCache?: number): SqliteEngine {
    const file = prepareDataFolder(folder)
    const sized = (share: number) => pageCache === undefined ? {} : { pageCache: pageCache * share }
    const writing = connect(file, sized(1 - READER_CACHE_SHARE))
    try {
      migrateTo(writing)
      setTextSegments(writing.driver)
      return new SqliteEngine(file, connect(file, sized(READER_CACHE_SHARE)), writing)
    } catch (error) {
      writing.driver.close()
      throw error
    }
  }

  reader (): Database {
    return this.read
  }

  readonly replicas = []

  requireNewest (): void {}

  isAnyChangeDue (): boolean {
    return this.#queue.isAnyDue
  }

  get problem (): string | undefined {
    try {
      if (!this.writer.isInPlace()) return 'The database file was moved or removed.'
      return appliedMigration(this.#reader) === this.#migration
        ? undefined
        : 'Another version of Vitrine has changed the tables of the database: start this one again.'
    } catch {
      return 'The database cannot be read.'
    }
  }

  size (): { database: number, log: number } {
    const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
    return { database: sizeOf(this.file), log: sizeOf(`${this.file}-wal`) }
  }

  async stored (): Promise<void> {
    await this.#log.flushed()
  }

  unseenNotice (): string {
    return this.writes.unseenNotice()
  }

  wroteElsewhere (): void {
    this.#checkpoints.afterCommit()
  }

  async refreshStatistics (): Promise<void> {
    await writeTurns.run(this.file, async () => {
      await this.writer.begin()
      try {
        refreshStatistics(this.writing.driver)
        await this.writer.commit()
      } catch (error) {
        if (this.writer.isInTransaction) this.writer.rollback()
        throw error
      }
    })
  }

  async snapshot (): Promise<Snapshot> {
    return snapshotOf(this.file)
  }

  deferIndexes (): void {
    deferIndexes(this.writing.driver)
  }

  get areIndexesDeferred (): boolean {
    return areIndexesDeferred(this.#reader.driver)
  }

  buildIndexes (): Generator<void> {
    return buildIndexes(this.file)
  }

  async close (): Promise<void> {
    await this.#checkpoints.close()
    await this.#log.close()
    this.#reader.driver.close()
    this.writing.driver.close()
  }
}

/**
 * Opens a consistent view of a database. @param file a database that this process, or another thread of it, has open
 * for writing.
 */
export function snapshotOf (file: string): Snapshot {
  const { database, driver } = connect(file, { isReadOnly: true })
  try {
    driver.exec('BEGIN')
  } catch (error) {
    driver.close()
    throw error
  }
  return { database, close: async () => { driver.close() } }
}

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
function readingOver (writer: Connection, reader: Connection): SqliteDatabase {
  const either = { prepare: (source: string) => new EitherStatement(source, reader.driver, writer.driver) }
  const { $client, $native } = reader.database
  return Object.assign(drizzle(either as unknown as Sqlite.Database), { $client, $native })
}
