/** A file that belongs to a record of the source. */
export interface SpooledFile {
  /** `original/….jpg`: folder and name. */
  name: string
  resource: string
  id: number
  /** Where the source has it. */
  address: string
  sha256: string | null
  size: number | null
}

/** Whether the original of a media, or the picture of an asset, could not be fetched; thumbnails can be made anew. */
export const LACKS_FILE = `EXISTS (
  SELECT 1 FROM file WHERE file.resource = record.resource AND file.id = record.id AND file.state = 'failed'
    AND (file.name LIKE 'original/%' OR file.name LIKE 'asset/%'))`

/** The table of the files. */
export const FILES = `
  CREATE TABLE IF NOT EXISTS file (
    name TEXT PRIMARY KEY, resource TEXT NOT NULL, id INTEGER NOT NULL, address TEXT NOT NULL, sha256 TEXT,
    size INTEGER, state TEXT NOT NULL DEFAULT 'wanted', problem TEXT
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS wanted ON file (name) WHERE state = 'wanted';
  CREATE INDEX IF NOT EXISTS file_of ON file (resource, id);
`

/** Rows that are read at a time. */
const PAGE = 200

/** What this needs of a prepared statement. */
interface Statement {
  run (...values: unknown[]): unknown
  get (...values: unknown[]): unknown
  all (...values: unknown[]): unknown[]
}

/** The files that belong to the records of a spool (mirror-spool.ts). */
export class SpooledFiles {
  readonly #run: (text: string) => Statement

  /** @param run gives a prepared statement. */
  constructor (run: (text: string) => Statement) {
    this.#run = run
  }

  /** Notes that a file is needed, unless it is known. */
  want ({ name, resource, id, address, sha256, size }: SpooledFile): void {
    this.#run(`
      INSERT INTO file (name, resource, id, address, sha256, size) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET address = excluded.address, sha256 = excluded.sha256, size = excluded.size,
        state = iif(sha256 IS excluded.sha256, state, 'wanted')`).run(name, resource, id, address, sha256, size)
  }

  /** Has the files of a record fetched again, which the collection takes with the record only. */
  fetchAgain (resource: string, id: number): void {
    this.#run("UPDATE file SET state = 'wanted' WHERE resource = ? AND id = ? AND state = 'applied'").run(resource, id)
  }

  countWanted (): { files: number, bytes: number } {
    return this.#run("SELECT count(*) AS files, total(size) AS bytes FROM file WHERE state = 'wanted'")
      .get() as { files: number, bytes: number }
  }

  * wanted (): Generator<SpooledFile> {
    const page = this.#run(`SELECT * FROM file WHERE name > ? AND state = 'wanted' ORDER BY name LIMIT ${PAGE}`)
    let after = ''
    for (;;) {
      const rows = page.all(after) as SpooledFile[]
      yield * rows
      if (rows.length < PAGE) return
      after = rows.at(-1)!.name
    }
  }

  /** @param problem why the file cannot come; null: it is there. */
  settle (name: string, problem: string | null): void {
    this.#run('UPDATE file SET state = ?, problem = ? WHERE name = ?')
      .run(problem === null ? 'there' : 'failed', problem, name)
  }

  /** Notes that the collection has a file already, so that it was not fetched. */
  settleStored (name: string): void {
    this.#run("UPDATE file SET state = 'stored', problem = NULL WHERE name = ?").run(name)
  }
}
