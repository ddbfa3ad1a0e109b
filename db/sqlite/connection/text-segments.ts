import type Sqlite from 'better-sqlite3'

/** The FTS5 tables, which consist of segments that are merged now and then. */
const SEGMENTED = ['fulltext', 'value_trigram', 'title_trigram', 'site_page_fulltext']

/**
 * Number of segments of one size that may exist before they are merged; a few small segments more hardly slow a search
 * down. By default, FTS5 merges within the statement that indexes, hundreds of pages at a time, and all other writers
 * wait. So the code that indexes merges in steps (mergeTextSegments), and FTS5 merges by itself only at twice as many
 * segments.
 */
const MAX_SEGMENTS = 16
const SETTINGS = { automerge: 0, usermerge: MAX_SEGMENTS, crisismerge: 2 * MAX_SEGMENTS }

/** Pages that a step writes, in a few milliseconds. */
const STEP_PAGES = 32

/** FTS5 reports at least this many changed rows if it has merged anything (https://www.sqlite.org/fts5.html, 6.10). */
const MIN_MERGE_CHANGES = 2

/** Configures merging of the FTS5 tables. @param driver a connection outside a transaction. */
export function setTextSegments (driver: Sqlite.Database): void {
  for (const index of SEGMENTED) {
    const present = driver.prepare(`SELECT v FROM ${index}_config WHERE k = ?`).pluck()
    for (const [name, segments] of Object.entries(SETTINGS)) {
      if (present.get(name) === segments) continue
      driver.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('${name}', ${segments})`)
    }
  }
}

/**
 * Within a transaction: merges a few pages of one of the indexes.
 *
 * @returns whether anything was merged, so that there may be more.
 */
export function mergeTextSegments (driver: Sqlite.Database): boolean {
  const changes = driver.prepare('SELECT total_changes()').pluck()
  for (const index of SEGMENTED) {
    const before = changes.get() as number
    driver.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${STEP_PAGES})`)
    if (changes.get() as number - before >= MIN_MERGE_CHANGES) return true
  }
  return false
}
