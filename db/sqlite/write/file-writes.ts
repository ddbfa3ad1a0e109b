import type Sqlite from 'better-sqlite3'
import {
  noticeOf, removableAt, UNKNOWN, writtenOf, type CommitNotice, type Writes, type Written
} from '../../changes/commit-notices.js'

const NONE: readonly Written[] = []

interface Row extends CommitNotice { position: number, change: number | null }

/**
 * The commits of all processes to a database file. SQLite counts transactions, and each notice names its transaction,
 * so a commit without notice, for example by another program, is detected; then everything counts as written.
 */
export class FileWrites implements Writes {
  position: number
  readonly #counter: () => number
  readonly #after: Sqlite.Statement
  readonly #insert: Sqlite.Statement
  readonly #remove: Sqlite.Statement
  #taken: Written[] = []
  /** The last transaction whose changes are known. */
  #change: number

  /** @param driver the write connection. @param counter see `commitCounterOf`. */
  constructor (driver: Sqlite.Database, counter: () => number) {
    this.#counter = counter
    this.#after = driver.prepare(
      'SELECT position, everything, ids, change FROM write_note WHERE position > ? ORDER BY position'
    )
    this.#insert = driver.prepare('INSERT INTO write_note (everything, ids, change) VALUES (?, ?, ?)')
    this.#remove = driver.prepare('DELETE FROM write_note WHERE position <= ?')
    // A commit between these two reads is detected by the first `poll`.
    this.#change = counter()
    this.position = driver.prepare('SELECT coalesce(max(position), 0) FROM write_note').pluck().get() as number
  }

  take (): readonly Written[] {
    this.poll()
    if (this.#taken.length === 0) return NONE
    const taken = this.#taken
    this.#taken = []
    return taken
  }

  /** Nothing to wait for: `take` reads the file itself. */
  catchUp (): undefined {}

  /**
   * Reads new notices. Within a transaction, call it at the beginning, so that the transaction's own notice is the
   * next one.
   */
  poll (): void {
    const change = this.#counter()
    if (change === this.#change) return
    const notices = this.#after.all(this.position) as Row[]
    let known = this.#change
    let isComplete = notices.length > 0
    for (const notice of notices) {
      isComplete &&= notice.change === known + 1
      known = notice.change ?? known
      this.position = notice.position
    }
    // Another process may have committed since the counter was read.
    isComplete &&= known >= change
    this.#change = notices.length > 0 && known >= change ? known : change
    if (isComplete) for (const notice of notices) this.#add(writtenOf(notice))
    else this.#add(UNKNOWN)
  }

  /** Writes the notice of the transaction, as its last statement. @returns a function to call after the commit. */
  writeNotice (written: Written | undefined): () => void {
    const change = this.#change + 1
    const { everything, ids } = noticeOf(written)
    const position = Number(this.#insert.run(everything, ids, change).lastInsertRowid)
    const last = removableAt(position)
    if (last !== undefined) this.#remove.run(last)
    return () => {
      this.position = position
      this.#change = change
      this.#add(written)
    }
  }

  /** Records a transaction that wrote no rows, and therefore no notice. */
  addUnwritten (written: Written | undefined): void {
    this.#add(written)
  }

  /**
   * The SQL statement with which another connection writes, within its transaction, a notice that no cached answer is
   * affected. Call it while only that connection can write.
   */
  unseenNotice (): string {
    this.poll()
    return `INSERT INTO write_note (everything, change) VALUES (0, ${this.#change + 1})`
  }

  #add (written: Written | undefined): void {
    if (written !== undefined) this.#taken.push(written)
  }
}
