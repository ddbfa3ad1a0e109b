import type Sqlite from 'better-sqlite3'
import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { openFile } from '../../sqlite/connection/driver.js'
import { bulkConnection } from '../../sqlite/connection/bulk-connection.js'
import { databaseOf } from '../../sqlite/connection/connection.js'
import type { Database } from '../../query/statements/database.js'
import { isDueOf, ROW_OF_DUE } from '../../query/text/text-rows.js'
import { indexNewTexts } from '../../query/text/trigrams.js'

/** The full-text indexes to build, each with its queue. */
const DUE_OF: Readonly<Record<string, string>> = {
  fulltext: 'fulltext_due', value_trigram: 'value_due', title_trigram: 'title_due'
}

/** The shadow tables of an FTS5 index, except its settings. */
const PARTS = ['data', 'idx', 'docsize']

/** Page cache in kilobytes, and bytes of an index that are buffered before they are written as a segment. */
const PAGE_CACHE_KB = 16 * 1024
const SEGMENT_BUFFER_BYTES = 8 * 1024 * 1024

/** Number of segments of one size that may exist before they are merged. */
const MAX_SEGMENTS = 16

/**
 * Full-text indexes of a collection that are built in a separate database, in another thread than the one that writes
 * the collection. Statements find all other tables in the attached collection, in their committed state.
 */
export class TextBuild {
  readonly database: Database
  readonly #driver: Sqlite.Database
  readonly #dueOf: Sqlite.Statement

  /** @param file path of the new database. @param collection path of the collection, whose indexes are empty. */
  constructor (file: string, collection: string) {
    const driver = this.#driver = openFile(file)
    this.database = databaseOf(driver)
    const pragmas = ['journal_mode = OFF', 'synchronous = OFF', `cache_size = ${-PAGE_CACHE_KB}`]
    for (const pragma of pragmas) driver.pragma(pragma)
    driver.prepare('ATTACH ? AS collection').run(collection)
    const tables = driver.prepare('SELECT sql FROM collection.sqlite_schema WHERE name = ?').pluck()
    for (const [index, due] of Object.entries(DUE_OF)) {
      driver.exec(`${tables.get(index) as string}; ${tables.get(due) as string};
        INSERT INTO ${index} (${index}, rank) VALUES ('hashsize', ${SEGMENT_BUFFER_BYTES});
        INSERT INTO ${index} (${index}, rank) VALUES ('automerge', ${MAX_SEGMENTS})`)
    }
    this.#dueOf = driver.prepare(`SELECT count(*) FROM json_each(?) AS given
      JOIN collection.value_due AS due ON ${isDueOf('due.id', 'given.value')}`).pluck()
  }

  /** Runs a step in a transaction, which sees one state of the collection. Its writes are lost if it throws. */
  async step (work: () => Promise<void>): Promise<void> {
    this.#driver.exec('BEGIN')
    await work()
    this.#driver.exec('COMMIT')
  }

  /** Indexes the values of resources that are not indexed yet: all of them are queued in the collection. */
  async indexValues (ids: readonly number[]): Promise<void> {
    await indexNewTexts(this.database, ids, this.#dueOf.get(JSON.stringify(ids)) as number)
  }

  /**
   * Queues all titles that are queued in the collection, because links from any record, even later ones, decide which
   * titles are indexed.
   */
  addDueTitles (): void {
    this.#driver.exec('INSERT OR IGNORE INTO title_due SELECT id FROM collection.title_due')
  }

  close (): void {
    this.#driver.close()
  }
}

/** Reads the position of the change log, by which writes of other connections are detected. */
const POSITION = 'SELECT position FROM change_log'

export async function changePosition (database: Database): Promise<number> {
  const { position } = await database.get<{ position: number }>(sql.raw(POSITION))
  return position
}

/**
 * Copies the separately built indexes into the collection, in one transaction. What they do not contain stays queued.
 *
 * @param position of the change log when the indexes were built; nothing happens if there were other changes since, or
 * anything is indexed already.
 */
export function takeTexts (collection: string, file: string, position: number): void {
  const driver = bulkConnection(collection)
  try {
    driver.prepare('ATTACH ? AS built').run(file)
    // SQLite otherwise forbids writes to shadow tables.
    driver.unsafeMode(true)
    driver.transaction(() => {
      if (driver.prepare(POSITION).pluck().get() !== position) return
      const isFilled = (index: string): boolean =>
        driver.prepare(`SELECT 1 FROM main.${index}_docsize`).get() !== undefined
      if (Object.keys(DUE_OF).some(isFilled)) return
      for (const [index, due] of Object.entries(DUE_OF)) {
        for (const part of PARTS) {
          driver.exec(`DELETE FROM main.${index}_${part};
            INSERT INTO main.${index}_${part} SELECT * FROM built.${index}_${part}`)
        }
        const row = index === 'value_trigram' ? ROW_OF_DUE : 'id'
        driver.exec(`CREATE TEMP TABLE rest AS SELECT id FROM main.${due}
            WHERE ${row} NOT IN (SELECT id FROM built.${index}_docsize) OR id IN (SELECT id FROM built.${due});
          DELETE FROM main.${due};
          INSERT INTO main.${due} SELECT id FROM rest;
          DROP TABLE rest`)
      }
    }).immediate()
  } finally {
    driver.close()
  }
}

/** Removes the separately built indexes. */
export function removeTextBuild (file: string): void {
  rmSync(file, { force: true })
}
