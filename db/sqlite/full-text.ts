import type Sqlite from 'better-sqlite3'
import type { Native } from '../database.js'

/** The full-text indexes, which are tables of FTS5. */
export function fullTextOf (driver: Sqlite.Database): Pick<Native, 'putDocuments' | 'removeDocument' | 'version'> {
  return {
    async putDocuments (index, documents) {
      const rows = documents.map(({ id, title, text, hidden }) => [id, title, text, hidden])
      // One statement for all documents: FTS5 writes to the disk after each statement.
      driver.prepare(`INSERT OR REPLACE INTO ${index} (rowid, title, text, hidden)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`).run(JSON.stringify(rows))
    },
    async removeDocument (index, id) {
      driver.prepare(`DELETE FROM ${index} WHERE rowid = ?`).run(id)
    },
    async version () {
      return driver.prepare('SELECT data_version FROM pragma_data_version WHERE total_changes() = 0').pluck().get() as
        number | undefined
    }
  }
}
