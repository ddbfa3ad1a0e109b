import { ScratchFile } from './scratch-file.js'

const SCHEMA = `
  CREATE TABLE entry (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, is_reference INTEGER NOT NULL, content TEXT NOT NULL);
  CREATE TABLE identifier (property INTEGER, text TEXT, number INTEGER, PRIMARY KEY (property, text, number)) WITHOUT ROWID;
`

/**
 * Notes of an import about the records of its file, in a temporary database: a file may have millions of records, more
 * than fit into memory. All of it can be recomputed, so nothing is made durable.
 */
export class Scratch extends ScratchFile {
  /** @param file path of the database, which is created, and removed by `close`. */
  constructor (file: string) {
    super(file, SCHEMA)
  }

  /** What is stored under a name; undefined: nothing. */
  find (name: string): string | undefined {
    return this.driver.prepare('SELECT content FROM entry WHERE name = ?').pluck().get(name) as string | undefined
  }

  byNumber (number: number): string | undefined {
    return this.driver.prepare('SELECT content FROM entry WHERE number = ?').pluck().get(number) as string | undefined
  }

  /** @param number counted from 1, in the order of first occurrence. */
  put (number: number, name: string, isReference: boolean, content: string): void {
    this.driver.prepare(`INSERT INTO entry VALUES (?, ?, ?, ?)
      ON CONFLICT (number) DO UPDATE SET content = excluded.content`).run(number, name, isReference ? 1 : 0, content)
  }

  /** The next references after a number. */
  referencesAfter (number: number, limit: number): string[] {
    return this.driver.prepare('SELECT content FROM entry WHERE is_reference AND number > ? ORDER BY number LIMIT ?')
      .pluck().all(number, limit) as string[]
  }

  /** Stores that a record has a value. */
  identify (property: number, text: string, number: number): void {
    this.driver.prepare('INSERT OR IGNORE INTO identifier VALUES (?, ?, ?)').run(property, text, number)
  }

  /** Numbers of the records that have a value, in ascending order. */
  identified (property: number, text: string, limit: number): number[] {
    return this.driver.prepare('SELECT number FROM identifier WHERE property = ? AND text = ? ORDER BY number LIMIT ?')
      .pluck().all(property, text, limit) as number[]
  }

  /** The recorded values of a property. */
  identifiers (property: number, limit: number): string[] {
    return this.driver.prepare('SELECT DISTINCT text FROM identifier WHERE property = ? LIMIT ?')
      .pluck().all(property, limit) as string[]
  }
}
