import type Sqlite from 'better-sqlite3'
import { rmSync } from 'node:fs'
import { cacheStatements, openFile } from '../../sqlite/connection/driver.js'

/** Page cache in kilobytes; what does not fit is written to the file. */
const PAGE_CACHE_KB = 16 * 1024

/** A temporary database for the notes of a running import. All of it can be recomputed, so nothing is made durable. */
export class ScratchFile {
  readonly driver: Sqlite.Database

  /** @param file path of the database, which is created, and removed by `close`. */
  constructor (readonly file: string, schema: string) {
    this.driver = openFile(file)
    this.driver.pragma('journal_mode = OFF')
    this.driver.pragma('synchronous = OFF')
    this.driver.pragma('locking_mode = EXCLUSIVE')
    this.driver.pragma(`cache_size = ${-PAGE_CACHE_KB}`)
    this.driver.exec(schema)
    cacheStatements(this.driver)
    // Never committed: pages are then written only when the cache is full.
    this.driver.exec('BEGIN')
  }

  close (): void {
    this.driver.close()
    for (const file of [this.file, `${this.file}-journal`]) rmSync(file, { force: true })
  }
}
