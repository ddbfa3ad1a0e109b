import { ScratchFile } from './scratch-file.js'

const SCHEMA = `
  CREATE TABLE subject (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, is_item INTEGER NOT NULL DEFAULT 0,
    is_list INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE statement (
    number INTEGER PRIMARY KEY, subject INTEGER NOT NULL, predicate TEXT NOT NULL,
    kind TEXT NOT NULL, object TEXT NOT NULL, datatype TEXT, language TEXT
  );
`

/** A triple of a subject. Names of blank nodes begin with `_:`. */
export interface StatementRow {
  predicate: string
  kind: 'name' | 'literal'
  object: string
  datatype: string | null
  language: string | null
}

/** A subject of triples, numbered from 1 in the order of the document. */
export interface SubjectRow {
  number: number
  name: string
  /** 1 if its triples make a record. */
  is_item: number
  /** 1 if it is a list or container, or part of one. */
  is_list: number
}

/** What a triple means for its subject: it makes it a record, a list, or neither. */
export type Meaning = 'record' | 'list' | 'aside'

/**
 * The triples of an RDF document, in a temporary database: triples of a subject may be anywhere in the document, which
 * may be larger than memory.
 */
export class Statements extends ScratchFile {
  /** @param file path of the database, which is created, and removed by `close`. */
  constructor (file: string) {
    super(file, SCHEMA)
  }

  add (subject: string, { predicate, kind, object, datatype, language }: StatementRow, meaning: Meaning): void {
    const { driver } = this
    const known = this.subject(subject)
    const number = known?.number ??
      Number(driver.prepare('INSERT INTO subject (name) VALUES (?)').run(subject).lastInsertRowid)
    if (meaning === 'record' && known?.is_item !== 1) {
      driver.prepare('UPDATE subject SET is_item = 1 WHERE number = ?').run(number)
    }
    if (meaning === 'list' && known?.is_list !== 1) {
      driver.prepare('UPDATE subject SET is_list = 1 WHERE number = ?').run(number)
    }
    driver.prepare(`INSERT INTO statement (subject, predicate, kind, object, datatype, language)
      VALUES (?, ?, ?, ?, ?, ?)`).run(number, predicate, kind, object, datatype, language)
  }

  /**
   * Prepares the triples for reading. Lists without any reference to them become records, so that they are not lost.
   */
  complete (): void {
    const { driver } = this
    driver.exec('CREATE INDEX statement_subject ON statement (subject, number)')
    if (driver.prepare('SELECT 1 FROM subject WHERE is_list LIMIT 1').get() === undefined) return
    driver.exec(`UPDATE subject SET is_item = 1 WHERE is_list AND name NOT IN (
      SELECT object FROM statement WHERE kind = 'name' AND object IN (SELECT name FROM subject WHERE is_list))`)
  }

  subject (name: string): SubjectRow | undefined {
    return this.driver.prepare('SELECT * FROM subject WHERE name = ?').get(name) as SubjectRow | undefined
  }

  byNumber (number: number): SubjectRow | undefined {
    return this.driver.prepare('SELECT * FROM subject WHERE number = ?').get(number) as SubjectRow | undefined
  }

  /** The next subjects that make records. */
  subjectsAfter (number: number, limit: number): SubjectRow[] {
    return this.driver.prepare('SELECT * FROM subject WHERE is_item AND number > ? ORDER BY number LIMIT ?')
      .all(number, limit) as SubjectRow[]
  }

  about (subject: number, limit: number): StatementRow[] {
    return this.driver.prepare('SELECT * FROM statement WHERE subject = ? ORDER BY number LIMIT ?')
      .all(subject, limit) as StatementRow[]
  }

  /** The first literal of a predicate of a subject. */
  textOf (subject: number, predicate: string): string | undefined {
    return this.driver.prepare(`SELECT object FROM statement WHERE subject = ? AND predicate = ? AND kind = 'literal'
      ORDER BY number LIMIT 1`).pluck().get(subject, predicate) as string | undefined
  }

  /** Whether a triple with this subject, predicate and object exists. */
  isSaid (subject: number, predicate: string, object: string): boolean {
    return this.driver.prepare('SELECT 1 FROM statement WHERE subject = ? AND predicate = ? AND object = ?')
      .get(subject, predicate, object) !== undefined
  }

  /** Number of the last subject. */
  get last (): number {
    return (this.driver.prepare('SELECT max(number) FROM subject').pluck().get() as number | null) ?? 0
  }
}
