import type Sqlite from 'better-sqlite3'
import type { Native } from '../../query/statements/database.js'
import { Postings } from '../../query/tokens/postings.js'
import { mergeTextSegments } from './text-segments.js'

/** Implements the full-text indexes with FTS5 tables. */
export function fullTextOf (
  driver: Sqlite.Database
): Pick<Native, 'putDocuments' | 'postingsOf' | 'removeDocument' | 'mergeTexts'> {
  return {
    async putDocuments (index, documents) {
      // One statement per document: after a statement for many rows, FTS5 writes its buffer as a segment that has to
      // be merged.
      const put = driver.prepare(`INSERT OR REPLACE INTO ${index} (rowid, title, text, hidden)
        VALUES (CAST(? AS INTEGER), ?, ?, ?)`)
      for (const { id, title, text, hidden } of documents) put.run(id, title, text, hidden)
    },
    async postingsOf (index, token, withHidden) {
      // Reads the table of all occurrences (fts5vocab).
      const occurrences = driver.prepare(`SELECT json_group_array(doc) FROM ${index}_word
        WHERE term = ?${withHidden ? '' : " AND col <> 'hidden'"}`).pluck().get(token) as string
      return Postings.of(JSON.parse(occurrences) as number[])
    },
    async removeDocument (index, id) {
      driver.prepare(`DELETE FROM ${index} WHERE rowid = ?`).run(id)
    },
    async mergeTexts () {
      return mergeTextSegments(driver)
    }
  }
}
