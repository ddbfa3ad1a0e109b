import type Sqlite from 'better-sqlite3'
import type { ChangeTracker } from './change-tracker.js'
import type { Checkpoints } from './checkpoints.js'
import type { Writer, Written } from '../engine.js'
import type { ResourceChangeWriter } from './resource-changes.js'
import type { Connection, SqliteDatabase } from './connection.js'

/** The connection to a file over which this process writes. */
export class SqliteWriter implements Writer {
  readonly database: SqliteDatabase
  readonly #driver: Sqlite.Database
  readonly #tracker: ChangeTracker
  readonly #resourceChanges: ResourceChangeWriter
  readonly #checkpoints: Checkpoints

  constructor (
    { database, driver }: Connection, tracker: ChangeTracker, resourceChanges: ResourceChangeWriter,
    checkpoints: Checkpoints
  ) {
    this.database = database
    this.#driver = driver
    this.#tracker = tracker
    this.#resourceChanges = resourceChanges
    this.#checkpoints = checkpoints
  }

  get isInTransaction (): boolean {
    return this.#driver.inTransaction
  }

  begin (): void {
    this.#driver.exec('BEGIN IMMEDIATE')
  }

  async logResourceChanges (): Promise<void> {
    await this.#resourceChanges.write()
  }

  takeWritten (): Written {
    return this.#tracker.take()
  }

  commit (): void {
    this.#driver.exec('COMMIT')
    this.#checkpoints.afterCommit()
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

  isUntouched (ids: ReadonlySet<number>): boolean {
    return this.#tracker.isUntouched(ids)
  }

  track (isTracked: boolean): void {
    if (isTracked) this.#tracker.resume()
    else this.#tracker.pause()
  }

  waitForDisk (isDurable: boolean): void {
    this.#driver.pragma(`synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`)
  }
}
