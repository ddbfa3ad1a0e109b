import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import type { Written } from '../../changes/change-log.js'
import type { ChangeQueue } from './change-queue.js'
import type { Checkpoints } from '../log/log-to-disk.js'
import type { Writer } from '../../engine/engine.js'
import type { FileWrites } from './file-writes.js'
import { begin } from '../connection/busy-timeout.js'
import { MovedDatabaseError } from '../connection/failures.js'
import type { Connection, SqliteDatabase } from '../connection/connection.js'

/** The write connection of this process to a database file. */
export class SqliteWriter implements Writer {
  readonly database: SqliteDatabase
  /** Whether the open file is still where the next start will look for it. */
  readonly isInPlace: () => boolean
  readonly #driver: Sqlite.Database
  readonly #count: Sqlite.Statement
  /** Total of rows that this connection had changed before the transaction. */
  #before = 0

  constructor (
    { database, driver }: Connection, private readonly queue: ChangeQueue, private readonly checkpoints: Checkpoints,
    private readonly writes: FileWrites
  ) {
    this.database = database
    this.#driver = driver
    this.isInPlace = placeOf(driver.name)
    this.#count = driver.prepare('SELECT total_changes()').pluck()
    // Whether durable or not: another thread flushes to the disk (log/log-to-disk.ts).
    driver.pragma('synchronous = NORMAL')
  }

  get isInTransaction (): boolean {
    return this.#driver.inTransaction
  }

  /** All commits before the transaction are known (`begin`), so only its own changes could be missing in the cache. */
  get isAsCached (): boolean {
    return !this.#hasChangedRows
  }

  get #hasChangedRows (): boolean {
    return this.#count.get() !== this.#before
  }

  async begin (): Promise<void> {
    await begin(this.#driver)
    try {
      if (!this.isInPlace()) throw new MovedDatabaseError('The database file was moved or removed.')
      this.writes.poll()
      this.#before = this.#count.get() as number
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  async commit (shownOf?: (written: Written) => Written | undefined): Promise<void> {
    const taken = await this.queue.take()
    const written = shownOf === undefined ? taken : shownOf(taken)
    // A transaction that changed no rows writes no notice either.
    const isEmpty = (written?.touched.length ?? 0) === 0 && !this.#hasChangedRows
    const afterwards = isEmpty ? undefined : this.writes.writeNotice(written)
    this.#driver.exec('COMMIT')
    afterwards?.()
    if (written !== undefined) this.writes.record(written)
    this.checkpoints.afterCommit()
  }

  rollback (): void {
    this.#driver.exec('ROLLBACK')
  }

  savepoint (): void {
    this.#driver.prepare('SAVEPOINT nested').run()
  }

  release (): void {
    this.#driver.prepare('RELEASE nested').run()
  }

  rollbackToSavepoint (): void {
    this.#driver.exec('ROLLBACK TO nested; RELEASE nested')
  }
}

/** A function that says whether a path still leads to the file to which it leads now. */
function placeOf (file: string): () => boolean {
  const { ino, dev } = statSync(file)
  return () => {
    const current = statSync(file, { throwIfNoEntry: false })
    return current?.ino === ino && current.dev === dev
  }
}
