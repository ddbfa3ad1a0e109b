import type Sqlite from 'better-sqlite3'
import { EVERYTHING, type Touched } from '../../changes/change-log.js'
import { ANYTHING, MAX_IDS } from '../../changes/queue.js'
import { unknownTables, writtenBy } from '../../changes/tracking.js'
import { UNKNOWN, type Written } from '../../changes/commit-notices.js'
import type { ChangeQueue } from './change-queue.js'

/** Maximum rows of the table `touched` that are read before the transaction ends. */
const MAX_PEEKED = 1000

/**
 * Says which resources each transaction touches, by the queue that triggers of the database fill, so that no statement
 * or cascade is missed. Fails safe: a change of the schema invalidates everything, and so does a write to a table
 * without such triggers, for example one added later: the write connection gets temporary triggers for it.
 */
export class ChangeTracker {
  readonly #driver: Sqlite.Database
  readonly #queue: ChangeQueue
  readonly #take: Sqlite.Statement
  readonly #peek: Sqlite.Statement
  readonly #clear: Sqlite.Statement
  readonly #readSchemaVersion: Sqlite.Statement
  #schemaVersion: number

  constructor (driver: Sqlite.Database, queue: ChangeQueue) {
    this.#driver = driver
    this.#queue = queue
    // Without this setting, REPLACE deletes rows without firing their triggers.
    driver.pragma('recursive_triggers = ON')
    this.#take = driver.prepare(`SELECT DISTINCT id FROM touched WHERE id IS NOT NULL LIMIT ${MAX_IDS + 1}`).pluck()
    this.#peek = driver.prepare(`SELECT id FROM touched WHERE id IS NOT NULL LIMIT ${MAX_PEEKED + 1}`).pluck()
    this.#clear = driver.prepare('DELETE FROM touched')
    this.#readSchemaVersion = driver.prepare('PRAGMA main.schema_version').pluck()
    this.#schemaVersion = this.#readSchemaVersion.get() as number
    this.#trackOthers()
  }

  /**
   * What the transaction has touched and the resources of which it has written rows, as far as known. Call it once,
   * before the commit.
   */
  take (): Written {
    this.#queue.take()
    const ids = this.#take.all() as number[]
    this.#clear.run()
    const schemaVersion = this.#readSchemaVersion.get() as number
    if (schemaVersion !== this.#schemaVersion) {
      this.#schemaVersion = schemaVersion
      this.#trackOthers()
      return UNKNOWN
    }
    return writtenBy(ids)
  }

  /**
   * What the transaction has touched so far, including other writes of the same group commit; undefined if reading it
   * would take too long.
   */
  touched (): Touched | undefined {
    this.#queue.take()
    const touched = this.#peek.all() as number[]
    if (touched.length > MAX_PEEKED) return undefined
    return touched.includes(ANYTHING) ? EVERYTHING : touched
  }

  #trackOthers (): void {
    const noted = this.#driver.prepare("SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%change_queue%'")
      .pluck().all() as string[]
    for (const table of unknownTables(this.#tables(), noted)) {
      for (const operation of ['INSERT', 'UPDATE', 'DELETE']) {
        const name = quoted(`${table}_${operation}`)
        this.#driver.exec(`CREATE TEMP TRIGGER IF NOT EXISTS ${name} AFTER ${operation} ON main.${quoted(table)}
          BEGIN INSERT INTO touched VALUES (${ANYTHING}); END`)
      }
    }
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
