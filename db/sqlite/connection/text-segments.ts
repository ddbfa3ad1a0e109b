import type Sqlite from 'better-sqlite3'

/** Indexes of texts, which are made of segments that are merged now and then. */
const SEGMENTED = ['fulltext', 'value_trigram', 'title_trigram', 'site_page_fulltext']

/**
 * How many segments of a size may stand beside each other before they are merged; a search hardly notices some small
 * segments more. Left to itself, FTS5 merges within the statement that indexes, hundreds of pages at a time, for which
 * everybody waits who writes. So whoever indexes has them merged in steps (mergeTextSegments), and FTS5 does it only if
 * twice as many stand.
 */
const TOGETHER = 16
const SETTINGS = { automerge: 0, usermerge: TOGETHER, crisismerge: 2 * TOGETHER }

/** Pages that a step writes, which takes some milliseconds. */
const STEP = 32

/** Rows that FTS5 changes, at least, where it has merged something (https://www.sqlite.org/fts5.html, 6.10). */
const MERGED = 2

/** Sets how the indexes of texts are merged. @param driver a connection outside a transaction. */
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
 * @returns whether there was anything to merge, and may be more.
 */
export function mergeTextSegments (driver: Sqlite.Database): boolean {
  const changes = driver.prepare('SELECT total_changes()').pluck()
  for (const index of SEGMENTED) {
    const before = changes.get() as number
    driver.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${STEP})`)
    if (changes.get() as number - before >= MERGED) return true
  }
  return false
}
