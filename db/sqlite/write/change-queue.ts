import { setImmediate as nextTurn } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { UNKNOWN, writtenBy, type Written } from '../../changes/change-log.js'
import { ANYTHING, MAX_IDS, NOTED, noted, QUEUE_STEPS, step, type QueueStep } from '../../changes/queue.js'
import { unknownTables } from '../../changes/tracking.js'

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
  readonly #kinds: Sqlite.Statement
  readonly #steps: ReadonlyArray<{ when: number, statement: Sqlite.Statement }>
  readonly #clear: Sqlite.Statement
  readonly #isAnyDue: Sqlite.Statement
  readonly #take: Sqlite.Statement
  readonly #clearTouched: Sqlite.Statement
  readonly #readSchemaVersion: Sqlite.Statement
  readonly #log: () => Promise<void>
  #schemaVersion: number

  /** @param driver the connection that writes; it gets the temporary tables that the statements fill. */
  constructor (private readonly driver: Sqlite.Database) {
    // Without this setting, REPLACE deletes rows without firing their triggers.
    driver.pragma('recursive_triggers = ON')
    driver.exec('CREATE TEMP TABLE touched (id INTEGER); CREATE TEMP TABLE resource_change_due (id INTEGER PRIMARY KEY)')
    this.#kinds = driver.prepare(KINDS).pluck()
    this.#steps = [...QUEUE_STEPS, ...OWN_STEPS]
      .map(({ when, statement }) => ({ when, statement: driver.prepare(statement) }))
    this.#clear = driver.prepare('DELETE FROM change_queue')
    this.#isAnyDue = driver.prepare(`SELECT EXISTS (SELECT 1 FROM change_queue) OR ${IS_ANY_ADDED}`).pluck()
    this.#take = driver.prepare(`SELECT DISTINCT id FROM touched WHERE id IS NOT NULL LIMIT ${MAX_IDS + 1}`).pluck()
    this.#clearTouched = driver.prepare('DELETE FROM touched')
    this.#readSchemaVersion = driver.prepare('PRAGMA main.schema_version').pluck()
    this.#log = logOver(driver)
    this.#schemaVersion = this.#readSchemaVersion.get() as number
    this.#trackOthers()
  }

  /** Outside a transaction, true only after another program has written to the database. */
  get isAnyDue (): boolean {
    return this.#isAnyDue.get() === 1
  }

  /**
   * What the transaction has touched and the resources of which it has written rows, as far as known. Call it once,
   * before the commit: it also writes the entries of the log of changes.
   */
  async take (): Promise<Written> {
    let what = 0
    for (const kind of this.#kinds.all() as number[]) what |= kind
    if (what !== 0) {
      for (const { when, statement } of this.#steps) if ((what & when) !== 0) statement.run()
      this.#clear.run()
    }
    await this.#log()
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

  #trackOthers (): void {
    const noted = this.driver.prepare("SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%change_queue%'")
      .pluck().all() as string[]
    for (const table of unknownTables(this.#tables(), noted)) {
      for (const operation of ['INSERT', 'UPDATE', 'DELETE']) {
        const name = quoted(`${table}_${operation}`)
        this.driver.exec(`CREATE TEMP TRIGGER IF NOT EXISTS ${name} AFTER ${operation} ON main.${quoted(table)}
          BEGIN INSERT INTO touched VALUES (${ANYTHING}); END`)
      }
    }
  }

  /**
   * Tables that can have triggers: excludes virtual tables (the full-text indexes), their shadow tables, and a table
   * that exists only temporarily (deferred-indexes.ts).
   */
  #tables (): string[] {
    return this.driver.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT IN ('deferred_index') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
      .pluck().all() as string[]
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Number of entries written at once: a few milliseconds of work. */
const ENTRIES_PER_STEP = 500

/**
 * Annotations belong to the resource whose value they annotate. SQLite expects many rows in a temporary table; with
 * CROSS JOIN it still reads that one first.
 */
const ADD_ANNOTATED = `INSERT INTO resource_change_due
  SELECT value.resource_id FROM resource_change_due AS due CROSS JOIN resource CROSS JOIN value
  WHERE resource.id = due.id AND value.annotation_id = due.id AND resource.kind = 'value_annotation'
  ON CONFLICT DO NOTHING`

/** The entries to write, with parts of the present ones. `:first`, `:last`: ids. */
const ENTRIES = `
    SELECT due.id, coalesce(resource.kind, entry.kind) AS kind,
      (SELECT position FROM change_log) + row_number() OVER (ORDER BY due.id) AS position,
      resource.id IS NOT NULL AND resource.is_public AND coalesce(parent.is_public, 1) AS is_public,
      coalesce(entry.is_public, 0) AS was_public, resource.id IS NULL AS is_deleted,
      iif(entry.is_deleted, NULL, entry.created) AS created, entry.appeared, entry.public_position, entry.public_time,
      entry.viewer_id AS former_viewer_id,
      CASE WHEN resource.id IS NULL THEN entry.viewer_id
        WHEN parent.id IS NULL OR parent.is_public THEN resource.owner_id
        WHEN resource.is_public OR resource.owner_id IS parent.owner_id THEN parent.owner_id END AS viewer_id
    FROM resource_change_due AS due
    LEFT JOIN resource ON resource.id = due.id
    LEFT JOIN resource_change AS entry ON entry.resource_id = due.id
    LEFT JOIN media ON media.id = due.id
    LEFT JOIN resource AS parent ON parent.id = media.item_id
    WHERE due.id BETWEEN :first AND :last AND (
      resource.kind <> 'value_annotation' OR (resource.id IS NULL AND NOT entry.is_deleted)
    )`

/** Whether any of the present entries names an account that can see the resource. */
const IS_ANY_SEEN = `SELECT EXISTS (SELECT 1 FROM resource_change_due AS due
  CROSS JOIN resource_change AS entry WHERE entry.resource_id = due.id AND entry.viewer_id IS NOT NULL)`

/** Remembers the accounts that cannot see a resource any more. Run it before `ADD_ENTRIES`. */
const ADD_FORMER_VIEWERS = `INSERT INTO former_viewer
  SELECT former_viewer_id, id, kind, position, :time FROM (${ENTRIES})
  WHERE NOT is_public AND viewer_id IS NOT former_viewer_id AND former_viewer_id IN (SELECT id FROM user)
  ON CONFLICT DO UPDATE SET position = excluded.position, time = excluded.time`

/** `:time` in seconds. Changes one row per entry. */
const ADD_ENTRIES = `INSERT INTO resource_change (
    resource_id, kind, position, public_position, created, appeared, time, public_time, is_public, is_deleted, viewer_id
  )
  SELECT id, kind, position,
    iif(is_public OR was_public, position, public_position), coalesce(created, position),
    iif(created IS NULL OR (is_public AND NOT was_public) OR (NOT is_public AND viewer_id IS NOT former_viewer_id),
      position, appeared),
    :time, iif(is_public OR was_public, :time, public_time), is_public, is_deleted, viewer_id
  FROM (${ENTRIES}) WHERE true
  ON CONFLICT (resource_id) DO UPDATE SET
    kind = excluded.kind, position = excluded.position, public_position = excluded.public_position,
    created = excluded.created, appeared = excluded.appeared, time = excluded.time, public_time = excluded.public_time,
    is_public = excluded.is_public, is_deleted = excluded.is_deleted, viewer_id = excluded.viewer_id`

/**
 * Gives a function that writes the log of resource changes (tables/resource-changes.ts). Before the commit, each
 * resource of which rows were touched, as the queue says, gets an entry with the next position. So positions are in
 * commit order, and an entry becomes visible together with its change. Call it last in the transaction.
 *
 * @param driver the write connection, with the temporary tables of `ChangeQueue`.
 */
function logOver (driver: Sqlite.Database): () => Promise<void> {
  const addAnnotated = driver.prepare(ADD_ANNOTATED)
  const nextPart = driver.prepare(`SELECT min(id) AS first, max(id) AS last, count(*) = ${ENTRIES_PER_STEP} AS isMore
    FROM (SELECT id FROM resource_change_due ORDER BY id LIMIT ${ENTRIES_PER_STEP})`)
  const isAnySeen = driver.prepare(IS_ANY_SEEN).pluck()
  const addFormerViewers = driver.prepare(ADD_FORMER_VIEWERS)
  const addEntries = driver.prepare(ADD_ENTRIES)
  const removeDue = driver.prepare('DELETE FROM resource_change_due WHERE id <= ?')
  const lastTime = driver.prepare('SELECT time FROM change_log').pluck()
  const advance = driver.prepare('UPDATE change_log SET position = position + ?, time = ?')
  const next = () => nextPart.get() as { first: number | null, last: number | null, isMore: 0 | 1 }

  return async () => {
    let part = next()
    if (part.last === null) return
    // Annotations can be annotated themselves.
    while (addAnnotated.run().changes > 0) part = next()
    // Times must ascend with positions even if the clock is set back.
    const time = Math.max(Math.floor(Date.now() / 1000), lastTime.get() as number)
    const hasViewers = isAnySeen.get() === 1
    for (; part.last !== null; part = next()) {
      const { first, last } = part
      if (hasViewers) addFormerViewers.run({ first, last, time })
      const { changes } = addEntries.run({ first, last, time })
      advance.run(changes, time)
      removeDue.run(last)
      if (part.isMore === 0) return
      await nextTurn()
    }
  }
}
