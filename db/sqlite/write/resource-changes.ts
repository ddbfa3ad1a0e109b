import { setImmediate as nextTurn } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'

/** Number of entries written at once: a few milliseconds of work. */
const ENTRIES_PER_STEP = 500

/** Annotations belong to the resource whose value they annotate. */
const ADD_ANNOTATED = `INSERT INTO resource_change_due
  SELECT value.resource_id FROM resource_change_due AS due JOIN resource ON resource.id = due.id
  JOIN value ON value.annotation_id = due.id WHERE resource.kind = 'value_annotation' ON CONFLICT DO NOTHING`

/**
 * `:first` to `:last` are ids, `:position` is the last position used, `:time` in seconds. Changes one row per entry.
 */
const ADD_ENTRIES = `INSERT INTO resource_change (
    resource_id, kind, position, public_position, created, appeared, time, public_time, is_public, is_deleted, viewer_id
  )
  SELECT id, kind, position,
    iif(is_public OR was_public, position, public_position), coalesce(created, position),
    iif(created IS NULL OR (is_public AND NOT was_public) OR (NOT is_public AND viewer_id IS NOT former_viewer_id),
      position, appeared),
    :time, iif(is_public OR was_public, :time, public_time), is_public, is_deleted, viewer_id
  FROM (
    SELECT due.id, coalesce(resource.kind, entry.kind) AS kind,
      :position + row_number() OVER (ORDER BY due.id) AS position,
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
    )
  ) WHERE true
  ON CONFLICT (resource_id) DO UPDATE SET
    kind = excluded.kind, position = excluded.position, public_position = excluded.public_position,
    created = excluded.created, appeared = excluded.appeared, time = excluded.time, public_time = excluded.public_time,
    is_public = excluded.is_public, is_deleted = excluded.is_deleted, viewer_id = excluded.viewer_id`

/**
 * Writes the log of resource changes (tables/resource-changes.ts). Triggers of the database queue every resource whose
 * rows are touched, by any statement; before the commit, each of them gets an entry with the next position. So
 * positions are in commit order, and an entry becomes visible together with its change.
 */
export class ResourceChangeWriter {
  readonly #isAnyDue: Sqlite.Statement
  readonly #addAnnotated: Sqlite.Statement
  readonly #part: Sqlite.Statement
  readonly #addEntries: Sqlite.Statement
  readonly #removeDue: Sqlite.Statement
  readonly #readLog: Sqlite.Statement
  readonly #writeLog: Sqlite.Statement

  /** @param driver the write connection. */
  constructor (driver: Sqlite.Database) {
    this.#isAnyDue = driver.prepare('SELECT EXISTS (SELECT 1 FROM resource_change_due)').pluck()
    this.#addAnnotated = driver.prepare(ADD_ANNOTATED)
    this.#part = driver.prepare(`SELECT min(id) AS first, max(id) AS last
      FROM (SELECT id FROM resource_change_due ORDER BY id LIMIT ${ENTRIES_PER_STEP})`)
    this.#addEntries = driver.prepare(ADD_ENTRIES)
    this.#removeDue = driver.prepare('DELETE FROM resource_change_due WHERE id <= ?')
    this.#readLog = driver.prepare('SELECT position, time FROM change_log')
    this.#writeLog = driver.prepare('UPDATE change_log SET position = ?, time = ?')
  }

  /** Outside a transaction, true only after another program has written to the database. */
  get isAnyDue (): boolean {
    return this.#isAnyDue.get() === 1
  }

  /** Writes the entries of the resources that the transaction has touched. Call it last in the transaction. */
  async write (): Promise<void> {
    if (!this.isAnyDue) return
    // Annotations can be annotated themselves.
    while (this.#addAnnotated.run().changes > 0);
    const log = this.#readLog.get() as { position: number, time: number }
    // Times must ascend with positions even if the clock is set back.
    const time = Math.max(Math.floor(Date.now() / 1000), log.time)
    let position = log.position
    let part = this.#next()
    while (part.last !== null) {
      position += this.#addEntries.run({ ...part, position, time }).changes
      this.#removeDue.run(part.last)
      part = this.#next()
      if (part.last !== null) await nextTurn()
    }
    this.#writeLog.run(position, time)
  }

  #next (): { first: number | null, last: number | null } {
    return this.#part.get() as { first: number | null, last: number | null }
  }
}
