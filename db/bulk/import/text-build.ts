import type Sqlite from 'better-sqlite3'
import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { openFile } from '../../sqlite/connection/driver.js'
import { bulkConnection } from '../../sqlite/connection/bulk-connection.js'
import { databaseOf } from '../../sqlite/connection/connection.js'
import type { Database } from '../../query/statements/database.js'
import { isDueOf, ROW_OF_DUE } from '../../query/text/text-rows.js'
import { indexNewTexts } from '../../query/text/trigrams.js'

/** Indexes of texts that are built, each with the table of what is due. */
const DUE_OF: Readonly<Record<string, string>> = {
  fulltext: 'fulltext_due', value_trigram: 'value_due', title_trigram: 'title_due'
}

/** The tables of FTS5 that an index consists of, but for its settings. */
const PARTS = ['data', 'idx', 'docsize']

/** Kilobytes of the page cache, and bytes of an index that are gathered before they are written as a segment. */
const CACHE = 16 * 1024
const GATHERED = 8 * 1024 * 1024

/** Segments of a size that may stand beside each other. */
const SEGMENTS = 16

/**
 * Indexes of the texts of a collection that are built in a database of their own, by another thread than the one that
 * writes the collection. Statements find its other tables in the collection, as it was committed.
 */
export class TextBuild {
  readonly database: Database
  readonly #driver: Sqlite.Database
  readonly #dueOf: Sqlite.Statement

  /** @param file path of the new database. @param collection path of the collection, whose indexes are empty. */
  constructor (file: string, collection: string) {
    const driver = this.#driver = openFile(file)
    this.database = databaseOf(driver)
    for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', `cache_size = ${-CACHE}`]) driver.pragma(pragma)
    driver.prepare('ATTACH ? AS collection').run(collection)
    const tables = driver.prepare('SELECT sql FROM collection.sqlite_schema WHERE name = ?').pluck()
    for (const [index, due] of Object.entries(DUE_OF)) {
      driver.exec(`${tables.get(index) as string}; ${tables.get(due) as string};
        INSERT INTO ${index} (${index}, rank) VALUES ('hashsize', ${GATHERED});
        INSERT INTO ${index} (${index}, rank) VALUES ('automerge', ${SEGMENTS})`)
    }
    this.#dueOf = driver.prepare(`SELECT count(*) FROM json_each(?) AS given
      JOIN collection.value_due AS due ON ${isDueOf('due.id', 'given.value')}`).pluck()
  }

  /** Runs a step that sees one state of the collection. What it writes is lost if it throws. */
  async step (work: () => Promise<void>): Promise<void> {
    this.#driver.exec('BEGIN')
    await work()
    this.#driver.exec('COMMIT')
  }

  /** Indexes the values of resources, none of which is indexed yet: in the collection all of them are due. */
  async indexValues (ids: readonly number[]): Promise<void> {
    await indexNewTexts(this.database, ids, this.#dueOf.get(JSON.stringify(ids)) as number)
  }

  /** Marks all titles that are due in the collection: links decide which, also those of later records. */
  addDueTitles (): void {
    this.#driver.exec('INSERT OR IGNORE INTO title_due SELECT id FROM collection.title_due')
  }

  close (): void {
    this.#driver.close()
  }
}

/** The position of the log of changes, by which it is noticed that somebody else has written. */
const POSITION = 'SELECT position FROM change_log'

export async function changePosition (database: Database): Promise<number> {
  const { position } = await database.get<{ position: number }>(sql.raw(POSITION))
  return position
}

/**
 * Puts indexes that were built beside a collection into it, in one transaction. What they do not hold stays due.
 *
 * @param position of the log of changes when the indexes were made; nothing happens if there were other changes
 *   since, or something is indexed already.
 */
export function takeTexts (collection: string, file: string, position: number): void {
  const driver = bulkConnection(collection)
  try {
    driver.prepare('ATTACH ? AS built').run(file)
    // The tables that an index consists of are otherwise guarded against writes.
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

/** Removes the database of indexes that were built beside a collection. */
export function removeTextBuild (file: string): void {
  rmSync(file, { force: true })
}
