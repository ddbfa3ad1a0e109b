import type Sqlite from 'better-sqlite3'

/** Indexes of texts, which are made of segments that are merged now and then. */
const SEGMENTED = ['fulltext', 'value_trigram', 'title_trigram', 'site_page_fulltext']

/**
 * How many segments of a size may stand beside each other before they are merged. With fewer, FTS5 merges a little with
 * every row that is removed, which costs several times as much as to index the row; a search hardly notices some small
 * segments more. They are merged in steps, and by one statement, which may take seconds, only if twice as many stand.
 */
export const TOGETHER = 16
const SETTINGS = { automerge: TOGETHER, crisismerge: 2 * TOGETHER }

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
