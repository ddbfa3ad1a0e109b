import { setImmediate as nextTurn } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'

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
 * Writes the log of resource changes (tables/resource-changes.ts). Before the commit, each resource of which rows were
 * touched, as the queue of changes says (change-queue.ts), gets an entry with the next position. So positions are in
 * commit order, and an entry becomes visible together with its change.
 */
export class ResourceChangeWriter {
  readonly #addAnnotated: Sqlite.Statement
  readonly #part: Sqlite.Statement
  readonly #isAnySeen: Sqlite.Statement
  readonly #addFormerViewers: Sqlite.Statement
  readonly #addEntries: Sqlite.Statement
  readonly #removeDue: Sqlite.Statement
  readonly #lastTime: Sqlite.Statement
  readonly #advance: Sqlite.Statement

  /** @param driver the write connection, with the temporary tables of `ChangeQueue`. */
  constructor (driver: Sqlite.Database) {
    this.#addAnnotated = driver.prepare(ADD_ANNOTATED)
    this.#part = driver.prepare(`SELECT min(id) AS first, max(id) AS last, count(*) = ${ENTRIES_PER_STEP} AS isMore
      FROM (SELECT id FROM resource_change_due ORDER BY id LIMIT ${ENTRIES_PER_STEP})`)
    this.#isAnySeen = driver.prepare(IS_ANY_SEEN).pluck()
    this.#addFormerViewers = driver.prepare(ADD_FORMER_VIEWERS)
    this.#addEntries = driver.prepare(ADD_ENTRIES)
    this.#removeDue = driver.prepare('DELETE FROM resource_change_due WHERE id <= ?')
    this.#lastTime = driver.prepare('SELECT time FROM change_log').pluck()
    this.#advance = driver.prepare('UPDATE change_log SET position = position + ?, time = ?')
  }

  /** Writes the entries of the resources that the transaction has touched. Call it last in the transaction. */
  async write (): Promise<void> {
    let part = this.#next()
    if (part.last === null) return
    // Annotations can be annotated themselves.
    while (this.#addAnnotated.run().changes > 0) part = this.#next()
    // Times must ascend with positions even if the clock is set back.
    const time = Math.max(Math.floor(Date.now() / 1000), this.#lastTime.get() as number)
    const isAnySeen = this.#isAnySeen.get() === 1
    for (; part.last !== null; part = this.#next()) {
      const { first, last } = part
      if (isAnySeen) this.#addFormerViewers.run({ first, last, time })
      const { changes } = this.#addEntries.run({ first, last, time })
      this.#advance.run(changes, time)
      this.#removeDue.run(last)
      if (part.isMore === 0) return
      await nextTurn()
    }
  }

  #next (): { first: number | null, last: number | null, isMore: 0 | 1 } {
    return this.#part.get() as { first: number | null, last: number | null, isMore: 0 | 1 }
  }
}
