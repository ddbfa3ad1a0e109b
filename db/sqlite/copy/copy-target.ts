import { closeSync, existsSync, fsyncSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../../../make-folder.js'
import type { CopyTarget } from '../../engine/copy/ends.js'
import { DUE_OF_VALUE_COLUMNS } from '../../query/text/text-rows.js'
import { appliedMigration, connect, migrateTo, newestMigration, type Connection } from '../connection/connection.js'
import { expectedSchema, schemaOf } from './schema.js'
import { refreshStatistics } from '../connection/statistics.js'

/** Size of the page cache in bytes. */
const PAGE_CACHE_BYTES = 64 * 1024 * 1024

const TEXT_INDEXES = ['fulltext', 'site_page_fulltext', 'value_trigram', 'title_trigram']

/**
 * Empties all full-text indexes and queues everything for indexing (migrations 0007_phrases and 0019_linked-titles).
 */
const ALL_DUE = `
  ${TEXT_INDEXES.map((index) => `INSERT INTO ${index} (${index}) VALUES ('delete-all');`).join('\n  ')}
  DELETE FROM fulltext_due; DELETE FROM site_page_fulltext_due; DELETE FROM title_due; DELETE FROM value_due;
  INSERT INTO fulltext_due SELECT id FROM resource WHERE kind <> 'value_annotation';
  INSERT INTO site_page_fulltext_due SELECT id FROM site_page;
  INSERT INTO title_due SELECT DISTINCT linked_id FROM value WHERE linked_id IS NOT NULL;
  INSERT OR IGNORE INTO value_due SELECT ${DUE_OF_VALUE_COLUMNS} FROM value
    WHERE text_fold IS NOT NULL OR uri_fold IS NOT NULL;`

/** A database file, which gets its final name when it is complete. */
export class SqliteCopyTarget implements CopyTarget {
  readonly database
  readonly allowsNul = true

  /** @param name path of the finished database. */
  private constructor (readonly name: string, private readonly file: string, private readonly connection: Connection) {
    this.database = connection.database
  }

  /**
   * @param folder data folder, created if it is missing. @throws if it contains a collection, or another version has
   * begun to copy into it.
   */
  static open (folder: string): SqliteCopyTarget {
    makeFolder(folder)
    const name = path.join(folder, 'vitrine.db')
    if (existsSync(name) && statSync(name).size > 0) {
      throw new Error(`There is a collection in ${folder} already: ${name}. Move it away, or choose another folder.`)
    }
    const file = `${name}.unfinished`
    const isBegun = existsSync(file) && statSync(file).size > 0
    if (!isBegun) writeFileSync(file, '', { flag: 'a', mode: 0o600 })
    const connection = connect(file, { pageCache: PAGE_CACHE_BYTES })
    try {
      connection.driver.pragma('foreign_keys = OFF')
      connection.driver.pragma('synchronous = NORMAL')
      if (isBegun && appliedMigration(connection) !== newestMigration()) {
        throw new Error(`Another version of Vitrine has begun to copy into ${file}. Remove it, or choose another folder.`)
      }
      migrateTo(connection)
      return new SqliteCopyTarget(name, file, connection)
    } catch (error) {
      connection.driver.close()
      throw error
    }
  }

  async loosen (): Promise<void> {
    const { driver } = this.connection
    driver.transaction(() => {
      for (const { type, name } of schemaOf(this.connection)) {
        if (type !== 'table') driver.exec(`DROP ${type} IF EXISTS "${name}"`)
      }
    })()
  }

  async tighten (onStep: (name: string) => void): Promise<void> {
    const { driver } = this.connection
    const present = new Set(schemaOf(this.connection).map(({ name }) => name))
    const missing = expectedSchema().filter(({ name }) => !present.has(name))
    const [indexes, triggers] = (['index', 'trigger'] as const).map((type) => missing.filter((one) => one.type === type))
    // An interrupted copy may have built some.
    for (const { name, sql } of indexes!) {
      onStep(`index ${name}`)
      driver.exec(sql)
    }
    driver.transaction(() => {
      if (triggers!.length > 0) driver.exec(ALL_DUE)
      for (const { sql } of triggers!) driver.exec(sql)
    })()
    onStep('references')
    const [wrong] = driver.prepare('SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT 1').all() as
      Array<{ table: string, rowid: number, parent: string }>
    if (wrong === undefined) return
    throw new Error(`Row ${wrong.rowid} of ${wrong.table} points to a row of ${wrong.parent} that is not there.`)
  }

  async finish (sequences: ReadonlyMap<string, number>): Promise<void> {
    const { driver } = this.connection
    driver.transaction(() => {
      const remove = driver.prepare('DELETE FROM sqlite_sequence WHERE name = ?')
      const add = driver.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
      for (const [name, last] of sequences) {
        remove.run(name)
        add.run(name, last)
      }
    })()
    refreshStatistics(driver)
    // Moves everything from the log into the file itself.
    driver.pragma('wal_checkpoint(TRUNCATE)')
    driver.pragma('journal_mode = DELETE')
    driver.close()
    flush(this.file)
    renameSync(this.file, this.name)
    flush(path.dirname(this.name))
  }

  async close (): Promise<void> {
    this.connection.driver.close()
  }
}

function flush (name: string): void {
  const file = openSync(name, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
