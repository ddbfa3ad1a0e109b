import type Sqlite from 'better-sqlite3'
import { NOTED, noted, QUEUE_STEPS, step, type QueueStep } from '../../changes/queue.js'

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
 * Takes up the rows of the queue (tables/change-queue.ts): works out which answers are stale, which resources get an
 * entry in the log of changes, and what has to be indexed.
 */
export class ChangeQueue {
  readonly #kinds: Sqlite.Statement
  readonly #steps: ReadonlyArray<{ when: number, statement: Sqlite.Statement }>
  readonly #clear: Sqlite.Statement
  readonly #isAnyDue: Sqlite.Statement

  /** @param driver the connection that writes; it gets the temporary tables that the statements fill. */
  constructor (driver: Sqlite.Database) {
    driver.exec('CREATE TEMP TABLE touched (id INTEGER); CREATE TEMP TABLE resource_change_due (id INTEGER PRIMARY KEY)')
    this.#kinds = driver.prepare(KINDS).pluck()
    this.#steps = [...QUEUE_STEPS, ...OWN_STEPS]
      .map(({ when, statement }) => ({ when, statement: driver.prepare(statement) }))
    this.#clear = driver.prepare('DELETE FROM change_queue')
    this.#isAnyDue = driver.prepare(`SELECT EXISTS (SELECT 1 FROM change_queue) OR ${IS_ANY_ADDED}`).pluck()
  }

  /** Outside a transaction, true only after another program has written to the database. */
  get isAnyDue (): boolean {
    return this.#isAnyDue.get() === 1
  }

  /** Call it in the transaction: at the latest before the commit, or earlier to learn what it has touched so far. */
  take (): void {
    let what = 0
    for (const kind of this.#kinds.all() as number[]) what |= kind
    if (what === 0) return
    for (const { when, statement } of this.#steps) if ((what & when) !== 0) statement.run()
    this.#clear.run()
  }
}
