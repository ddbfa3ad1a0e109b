/** A file that belongs to a record of the source. */
export interface SpooledFile {
  /** Folder and name: `original/….jpg`. */
  name: string
  resource: string
  id: number
  /** URL of the file at the source. */
  address: string
  sha256: string | null
  size: number | null
}

/**
 * SQL: whether the original of a media or the image of an asset could not be downloaded; missing thumbnails can be
 * generated.
 */
export const LACKS_FILE = `EXISTS (
  SELECT 1 FROM file WHERE file.resource = record.resource AND file.id = record.id AND file.state = 'failed'
    AND (file.name LIKE 'original/%' OR file.name LIKE 'asset/%'))`

export const FILES = `
  CREATE TABLE IF NOT EXISTS file (
    name TEXT PRIMARY KEY, resource TEXT NOT NULL, id INTEGER NOT NULL, address TEXT NOT NULL, sha256 TEXT,
    size INTEGER, state TEXT NOT NULL DEFAULT 'wanted', problem TEXT
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS wanted ON file (name) WHERE state = 'wanted';
  CREATE INDEX IF NOT EXISTS file_of ON file (resource, id);
`

/** Number of rows read at once. */
export const PAGE_ROWS = 200

/**
 * All rows, read in pages, because nothing can be written while a statement is reading.
 *
 * @param page reads up to `PAGE_ROWS` rows after a key. @param after the key before the first row.
 */
export function * inPages<R, K> (page: (after: K) => R[], keyOf: (row: R) => K, after: K): Generator<R> {
  for (;;) {
    const rows = page(after)
    yield * rows
    if (rows.length < PAGE_ROWS) return
    after = keyOf(rows.at(-1)!)
  }
}

/** Methods of a prepared statement that this class uses. The types of the driver are not part of the package. */
interface Statement {
  run (...values: unknown[]): unknown
  get (...values: unknown[]): unknown
  all (...values: unknown[]): unknown[]
  pluck (): Statement
}

/** The files that belong to the records of a spool (mirror-spool.ts). */
export class SpooledFiles {
  constructor (private readonly driver: { prepare (text: string): Statement }) {}

  /** Adds a needed file, unless it is known. */
  want ({ name, resource, id, address, sha256, size }: SpooledFile): void {
    this.driver.prepare(`
      INSERT INTO file (name, resource, id, address, sha256, size) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET address = excluded.address, sha256 = excluded.sha256, size = excluded.size,
        state = iif(sha256 IS excluded.sha256, state, 'wanted')`).run(name, resource, id, address, sha256, size)
  }

  /**
   * Makes the files of a record be downloaded again, because the collection accepts them only together with the
   * record.
   */
  fetchAgain (resource: string, id: number): void {
    this.driver.prepare("UPDATE file SET state = 'wanted' WHERE resource = ? AND id = ? AND state = 'applied'").run(resource, id)
  }

  countWanted (): number {
    return this.driver.prepare("SELECT count(*) FROM file WHERE state = 'wanted'").pluck().get() as number
  }

  wanted (): Generator<SpooledFile> {
    const page = this.driver.prepare(`SELECT * FROM file WHERE name > ? AND state = 'wanted' ORDER BY name LIMIT ${PAGE_ROWS}`)
    return inPages((after) => page.all(after) as SpooledFile[], ({ name }) => name, '')
  }

  /** @param problem why the file could not be downloaded; null: it was. */
  settle (name: string, problem: string | null): void {
    this.driver.prepare('UPDATE file SET state = ?, problem = ? WHERE name = ?')
      .run(problem === null ? 'there' : 'failed', problem, name)
  }

  /** Marks a file as already in the collection, so that it is not downloaded. */
  settleStored (name: string): void {
    this.driver.prepare("UPDATE file SET state = 'stored', problem = NULL WHERE name = ?").run(name)
  }
}
