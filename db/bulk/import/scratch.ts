import { ScratchFile } from './scratch-file.js'

const SCHEMA = `
  CREATE TABLE label (
    number INTEGER PRIMARY KEY,
    property INTEGER NOT NULL,
    kinds TEXT NOT NULL,
    text TEXT NOT NULL,
    line INTEGER,
    is_skipped INTEGER,
    kind TEXT,
    id INTEGER,
    state TEXT NOT NULL,
    alias INTEGER,
    problem TEXT,
    digest INTEGER,
    earlier_digest INTEGER,
    UNIQUE (property, kinds, text)
  );
  CREATE TABLE identifier (property INTEGER, text TEXT, number INTEGER, PRIMARY KEY (property, text, number)) WITHOUT ROWID;
  CREATE TABLE link (number INTEGER PRIMARY KEY, line INTEGER, target INTEGER, kinds TEXT);
`

/** A row of the table `label`. */
export interface LabelRow {
  /** Counted from 1, in the order of first occurrence. */
  number: number
  /** 0: `text` is a label of the file. Otherwise `text` is a value of this property that identifies a record. */
  property: number
  /** Kinds of resource that the value may identify, joined by commas; empty for a label. */
  kinds: string
  text: string
  line: number | null
  is_skipped: number | null
  kind: string | null
  id: number | null
  state: string
  /** Number of the label of the record that a value identifies. */
  alias: number | null
  problem: string | null
  digest: number | null
  earlier_digest: number | null
}

export interface LinkRow {
  number: number
  line: number
  target: number
  kinds: string
}

/**
 * Notes of an import about the records of its file, in a temporary database: a file may have millions of records, more
 * than fit into memory. All of it can be recomputed, so nothing is made durable.
 */
export class Scratch {
  readonly #file: ScratchFile
  readonly #statements

  /** @param file path of the database, which is created, and removed by `close`. */
  constructor (file: string) {
    this.#file = new ScratchFile(file, SCHEMA)
    const { driver } = this.#file
    this.#statements = {
      byText: driver.prepare('SELECT * FROM label WHERE property = ? AND kinds = ? AND text = ?'),
      byNumber: driver.prepare('SELECT * FROM label WHERE number = ?'),
      insert: driver.prepare(`INSERT INTO label VALUES
        (@number, @property, @kinds, @text, @line, @is_skipped, @kind, @id, @state, @alias, @problem, @digest, @earlier_digest)`),
      update: driver.prepare(`UPDATE label SET line = @line, is_skipped = @is_skipped, kind = @kind, id = @id,
        state = @state, alias = @alias, problem = @problem, digest = @digest, earlier_digest = @earlier_digest WHERE number = @number`),
      values: driver.prepare('SELECT * FROM label WHERE property <> 0 AND number > ? ORDER BY number LIMIT ?'),
      identify: driver.prepare('INSERT OR IGNORE INTO identifier VALUES (?, ?, ?)'),
      identified: driver.prepare(`SELECT number FROM identifier WHERE property = ? AND text = ?
        ORDER BY number LIMIT ?`).pluck(),
      identifiers: driver.prepare('SELECT DISTINCT text FROM identifier WHERE property = ? LIMIT ?').pluck(),
      link: driver.prepare('INSERT INTO link (line, target, kinds) VALUES (?, ?, ?)'),
      links: driver.prepare('SELECT * FROM link WHERE number > ? ORDER BY number LIMIT ?')
    }
  }

  /** The row of a label, or of a value that identifies a record; undefined if it was not added. */
  find (property: number, kinds: string, text: string): LabelRow | undefined {
    return this.#statements.byText.get(property, kinds, text) as LabelRow | undefined
  }

  byNumber (number: number): LabelRow | undefined {
    return this.#statements.byNumber.get(number) as LabelRow | undefined
  }

  add (row: LabelRow): void {
    this.#statements.insert.run(row)
  }

  update (row: LabelRow): void {
    this.#statements.update.run(row)
  }

  /** The next rows after a number whose values identify records. */
  valuesAfter (number: number, limit: number): LabelRow[] {
    return this.#statements.values.all(number, limit) as LabelRow[]
  }

  /** Stores that a record has a value. */
  identify (property: number, text: string, number: number): void {
    this.#statements.identify.run(property, text, number)
  }

  /** Numbers of the records that have a value, in ascending order. */
  identified (property: number, text: string, limit: number): number[] {
    return this.#statements.identified.all(property, text, limit) as number[]
  }

  /** The recorded values of a property. */
  identifiers (property: number, limit: number): string[] {
    return this.#statements.identifiers.all(property, limit) as string[]
  }

  /** Stores a link, to be checked when all records are known. */
  link (line: number, target: number, kinds: string): void {
    this.#statements.link.run(line, target, kinds)
  }

  linksAfter (number: number, limit: number): LinkRow[] {
    return this.#statements.links.all(number, limit) as LinkRow[]
  }

  close (): void {
    this.#file.close()
  }
}
