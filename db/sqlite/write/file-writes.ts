import type Sqlite from 'better-sqlite3'
import { noteOf, removableAt, UNKNOWN, writtenOf, type Note, type Writes, type Written } from '../../changes/write-notes.js'

const NONE: readonly Written[] = []

interface Row extends Note { position: number, change: number | null }

/**
 * What was written to a file. SQLite counts the transactions of all processes. As each note says which transaction it
 * is of, one without a note, such as that of another program, is noticed; then everything may have been written.
 */
export class FileWrites implements Writes {
  position: number
  readonly #counter: () => number
  readonly #after: Sqlite.Statement
  readonly #insert: Sqlite.Statement
  readonly #remove: Sqlite.Statement
  #taken: Written[] = []
  /** The transaction up to which is known what was written. */
  #change: number

  /** @param driver the writing connection. @param counter see `commitCounterOf`. */
  constructor (driver: Sqlite.Database, counter: () => number) {
    this.#counter = counter
    this.#after = driver.prepare(
      'SELECT position, everything, ids, change FROM write_note WHERE position > ? ORDER BY position'
    )
    this.#insert = driver.prepare('INSERT INTO write_note (everything, ids, change) VALUES (?, ?, ?)')
    this.#remove = driver.prepare('DELETE FROM write_note WHERE position <= ?')
    // Whoever writes in between is noticed with the first look.
    this.#change = counter()
    this.position = driver.prepare('SELECT coalesce(max(position), 0) FROM write_note').pluck().get() as number
  }

  take (): readonly Written[] {
    this.look()
    if (this.#taken.length === 0) return NONE
    const taken = this.#taken
    this.#taken = []
    return taken
  }

  /** There is nobody to wait for. */
  catchUp (): undefined {}

  /** Within a transaction, call it at its beginning, so that the note of the transaction is the next one. */
  look (): void {
    const change = this.#counter()
    if (change === this.#change) return
    const notes = this.#after.all(this.position) as Row[]
    let known = this.#change
    let isComplete = notes.length > 0
    for (const note of notes) {
      isComplete &&= note.change === known + 1
      known = note.change ?? known
      this.position = note.position
    }
    // Somebody may have written since the counter was read.
    isComplete &&= known >= change
    this.#change = notes.length > 0 && known >= change ? known : change
    if (isComplete) for (const note of notes) this.#add(writtenOf(note))
    else this.#add(UNKNOWN)
  }

  /** Writes the note of the transaction, as its last statement. @returns a function to call after the commit. */
  note (written: Written | undefined): () => void {
    const change = this.#change + 1
    const { everything, ids } = noteOf(written)
    const position = Number(this.#insert.run(everything, ids, change).lastInsertRowid)
    const last = removableAt(position)
    if (last !== undefined) this.#remove.run(last)
    return () => {
      this.position = position
      this.#change = change
      this.#add(written)
    }
  }

  /** Of a transaction that has written nothing. */
  addUnwritten (written: Written | undefined): void {
    this.#add(written)
  }

  /**
   * The statement by which another connection notes, in its transaction, what no answer shows. Made while nobody but
   * that connection can write.
   */
  unseenNote (): string {
    this.look()
    return `INSERT INTO write_note (everything, change) VALUES (0, ${this.#change + 1})`
  }

  #add (written: Written | undefined): void {
    if (written !== undefined) this.#taken.push(written)
  }
}
