import type Sqlite from 'better-sqlite3'
import { EVERYTHING, type Touched } from '../../changes/change-log.js'
import { UNKNOWN, type Written } from '../../changes/change-log.js'
import { writtenBy } from '../../changes/commit-notices.js'
import { ANYTHING, MAX_IDS, NOTED, noted, QUEUE_STEPS, step, type QueueStep } from '../../changes/queue.js'
import { unknownTables } from '../../changes/tracking.js'

/** Maximum rows of the table `touched` that are read before the transaction ends. */
const MAX_PEEKED_ROWS = 1000

/**
 * Tables whose new rows are noted by SQLite itself instead of a trigger: every new id raises the counter of the table
 * (AUTOINCREMENT), because ids are never reused.
 */
const COUNTED = [
  'property', 'resource_class', 'resource_template', 'resource_template_property', 'site_item_set', 'site_page',
  'site_permission', 'vocabulary'
]

const COUNTED_ROWS = `(SELECT coalesce(sum(seq), 0) FROM sqlite_sequence
  WHERE name IN (${COUNTED.map((table) => `'${table}'`).join(', ')}))`
const IS_ANY_ADDED = `${COUNTED_ROWS} IS NOT (SELECT changes FROM stamp WHERE id = 'counted')`

/** The kinds of changes in the queue, and according to the counters. */
const KINDS = `SELECT DISTINCT what FROM change_queue
  UNION ALL SELECT ${NOTED.everything + NOTED.terms + NOTED.added} WHERE ${IS_ANY_ADDED}`

/** Statements for what only SQLite has: the trigram indexes, and full-text indexes from which rows can be deleted. */
const OWN_STEPS: readonly QueueStep[] = [
  step(['trigrams'], `INSERT OR IGNORE INTO value_due ${noted(['trigrams'], 'value_row')} AND value_row IS NOT NULL`),
  // Only titles to which something links are indexed.
  step(['newLink'], `INSERT OR IGNORE INTO title_due ${noted(['newLink'], 'other_id')}
    AND other_id NOT IN (SELECT id FROM title_trigram_docsize)`),
  step(['titleKey'], `INSERT OR IGNORE INTO title_due ${noted(['titleKey'])}
    AND (id IN (SELECT id FROM title_trigram_docsize) OR EXISTS (SELECT 1 FROM value WHERE linked_id = noted.id))`),
  step(['gone'], `INSERT OR IGNORE INTO title_due ${noted(['gone'])} AND id IN (SELECT id FROM title_trigram_docsize)`),
  step(['gone'], `DELETE FROM fulltext WHERE rowid IN (${noted(['gone'])})`),
  step(['added'], `INSERT INTO stamp VALUES ('counted', ${COUNTED_ROWS})
    ON CONFLICT (id) DO UPDATE SET changes = excluded.changes`),
  step(['added'], `INSERT OR IGNORE INTO site_page_fulltext_due
    SELECT id FROM site_page WHERE id NOT IN (SELECT id FROM site_page_fulltext_docsize)`),
  step(['pageGone'], `DELETE FROM site_page_fulltext WHERE rowid IN (${noted(['pageGone'])})`)
]

/**
 * Takes up the rows of the queue (tables/change-queue.ts) that triggers of the database fill, so that no statement or
 * cascade is missed: works out which answers are stale, which resources get an entry in the log of changes, and what
 * has to be indexed. Fails safe: a change of the schema invalidates everything, and so does a write to a table without
 * such triggers, for example one added later: the write connection gets temporary triggers for it.
 */
export class ChangeQueue {
  readonly #driver: Sqlite.Database
  readonly #kinds: Sqlite.Statement
  readonly #steps: ReadonlyArray<{ when: number, statement: Sqlite.Statement }>
  readonly #clear: Sqlite.Statement
  readonly #isAnyDue: Sqlite.Statement
  readonly #take: Sqlite.Statement
  readonly #peek: Sqlite.Statement
  readonly #clearTouched: Sqlite.Statement
  readonly #readSchemaVersion: Sqlite.Statement
  #schemaVersion: number

  /** @param driver the connection that writes; it gets the temporary tables that the statements fill. */
  constructor (driver: Sqlite.Database) {
    this.#driver = driver
    // Without this setting, REPLACE deletes rows without firing their triggers.
    driver.pragma('recursive_triggers = ON')
    driver.exec('CREATE TEMP TABLE touched (id INTEGER); CREATE TEMP TABLE resource_change_due (id INTEGER PRIMARY KEY)')
    this.#kinds = driver.prepare(KINDS).pluck()
    this.#steps = [...QUEUE_STEPS, ...OWN_STEPS]
      .map(({ when, statement }) => ({ when, statement: driver.prepare(statement) }))
    this.#clear = driver.prepare('DELETE FROM change_queue')
    this.#isAnyDue = driver.prepare(`SELECT EXISTS (SELECT 1 FROM change_queue) OR ${IS_ANY_ADDED}`).pluck()
    this.#take = driver.prepare(`SELECT DISTINCT id FROM touched WHERE id IS NOT NULL LIMIT ${MAX_IDS + 1}`).pluck()
    this.#peek = driver.prepare(`SELECT id FROM touched WHERE id IS NOT NULL LIMIT ${MAX_PEEKED_ROWS + 1}`).pluck()
    this.#clearTouched = driver.prepare('DELETE FROM touched')
    this.#readSchemaVersion = driver.prepare('PRAGMA main.schema_version').pluck()
    this.#schemaVersion = this.#readSchemaVersion.get() as number
    this.#trackOthers()
  }

  /** Outside a transaction, true only after another program has written to the database. */
  get isAnyDue (): boolean {
    return this.#isAnyDue.get() === 1
  }

  /**
   * What the transaction has touched and the resources of which it has written rows, as far as known. Call it once,
   * before the commit.
   */
  take (): Written {
    this.#takeUp()
    const ids = this.#take.all() as number[]
    if (ids.length > 0) this.#clearTouched.run()
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
    this.#takeUp()
    const touched = this.#peek.all() as number[]
    if (touched.length > MAX_PEEKED_ROWS) return undefined
    return touched.includes(ANYTHING) ? EVERYTHING : touched
  }

  #takeUp (): void {
    let what = 0
    for (const kind of this.#kinds.all() as number[]) what |= kind
    if (what === 0) return
    for (const { when, statement } of this.#steps) if ((what & when) !== 0) statement.run()
    this.#clear.run()
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
