import type Sqlite from 'better-sqlite3'
import { EVERYTHING, type Touched } from '../../changes/change-log.js'
import { ANYTHING, MAX_IDS, trackingTriggers, writtenBy } from '../../changes/tracking.js'
import { UNKNOWN, type Written } from '../../changes/commit-notices.js'

/** Maximum rows of the table `touched` that are read before the transaction ends. */
const MAX_PEEKED = 1000

/**
 * Records which resources each transaction touches, by triggers on the write connection, so that no statement or
 * cascade is missed. Fails safe: a change of the schema invalidates everything, and so does a write to a table that
 * tracking.ts does not list, such as one added later.
 */
export class ChangeTracker {
  readonly #driver: Sqlite.Database
  readonly #take: Sqlite.Statement
  readonly #peek: Sqlite.Statement
  readonly #clear: Sqlite.Statement
  readonly #readSchemaVersion: Sqlite.Statement
  #schemaVersion: number
  #isPaused = false

  constructor (driver: Sqlite.Database) {
    this.#driver = driver
    // Without this setting, REPLACE deletes rows without firing their triggers.
    driver.pragma('recursive_triggers = ON')
    driver.exec('CREATE TEMP TABLE touched (id INTEGER)')
    this.#take = driver.prepare(`SELECT DISTINCT id FROM touched WHERE id IS NOT NULL LIMIT ${MAX_IDS + 1}`).pluck()
    this.#peek = driver.prepare(`SELECT id FROM touched WHERE id IS NOT NULL LIMIT ${MAX_PEEKED + 1}`).pluck()
    this.#clear = driver.prepare('DELETE FROM touched')
    this.#readSchemaVersion = driver.prepare('PRAGMA main.schema_version').pluck()
    this.#schemaVersion = this.#readSchemaVersion.get() as number
    this.resume()
  }

  /**
   * What the transaction has touched and the resources of which it has written rows, as far as known. Call it once,
   * before the commit.
   */
  take (): Written {
    const ids = this.#take.all() as number[]
    this.#clear.run()
    const schemaVersion = this.#readSchemaVersion.get() as number
    if (schemaVersion !== this.#schemaVersion) {
      this.#schemaVersion = schemaVersion
      this.resume()
      return UNKNOWN
    }
    return writtenBy(ids)
  }

  /**
   * What the transaction has touched so far, including other writes of the same group commit; undefined if reading it
   * would take too long.
   */
  touched (): Touched | undefined {
    if (this.#isPaused) return undefined
    const touched = this.#peek.all() as number[]
    if (touched.length > MAX_PEEKED) return undefined
    return touched.includes(ANYTHING) ? EVERYTHING : touched
  }

  /** Stops recording, for bulk writes that invalidate everything anyway. */
  pause (): void {
    this.#isPaused = true
    for (const name of this.#triggers()) this.#driver.exec(`DROP TRIGGER temp.${quoted(name)}`)
  }

  resume (): void {
    this.#isPaused = false
    const present = new Set(this.#triggers())
    for (const { name, operation, table, select, condition } of trackingTriggers(this.#tables())) {
      if (present.has(name)) continue
      const when = condition === undefined ? '' : `WHEN ${condition}`
      this.#driver.exec(`CREATE TEMP TRIGGER ${quoted(name)} AFTER ${operation} ON main.${quoted(table)} ${when}
        BEGIN INSERT INTO touched ${select}; END`)
    }
  }

  #triggers (): string[] {
    return this.#driver.prepare("SELECT name FROM sqlite_temp_master WHERE type = 'trigger'").pluck().all() as string[]
  }

  /**
   * Tables that can have triggers: excludes virtual tables (the full-text indexes), their shadow tables, and a table
   * that exists only temporarily (deferred-indexes.ts).
   */
  #tables (): string[] {
    return this.#driver.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT IN ('deferred_index') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
      .pluck().all() as string[]
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
