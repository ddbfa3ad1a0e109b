import type Sqlite from 'better-sqlite3'

/** Indexes of texts, which are made of segments that are merged now and then. */
const SEGMENTED = ['fulltext', 'value_trigram', 'title_trigram', 'site_page_fulltext']

/**
 * How many segments of a size may stand beside each other. With fewer, FTS5 merges a little with every row that is
 * removed, which costs several times as much as to index the row; a search hardly notices some small segments more.
 */
const SEGMENTS = 16

/** Sets how the indexes of texts are merged. @param driver a connection outside a transaction. */
export function setTextSegments (driver: Sqlite.Database): void {
  for (const index of SEGMENTED) {
    const present = driver.prepare(`SELECT v FROM ${index}_config WHERE k = 'automerge'`).pluck().get()
    if (present === SEGMENTS) continue
    driver.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('automerge', ${SEGMENTS})`)
  }
}
