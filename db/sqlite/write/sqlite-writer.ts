import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import {
  noticeOf, removableAt, UNKNOWN, writtenOf, type CommitNotice, type Writes, type Written
} from '../../changes/change-log.js'
import type { ChangeQueue } from './change-queue.js'
import type { Checkpoints } from '../log/log-to-disk.js'
import type { Writer } from '../../engine/engine.js'
import { begin } from '../connection/driver.js'
import { MovedDatabaseError } from '../connection/failures.js'
import type { Connection, SqliteDatabase } from '../connection/connection.js'

/** The write connection of this process to a database file. */
export class SqliteWriter implements Writer {
  readonly database: SqliteDatabase
  /** Whether the open file is still where the next start will look for it. */
  readonly isInPlace: () => boolean
  readonly #driver: Sqlite.Database
  readonly #count: Sqlite.Statement
  /** Total of rows that this connection had changed before the transaction. */
  #before = 0

  constructor (
    { database, driver }: Connection, private readonly queue: ChangeQueue, private readonly checkpoints: Checkpoints,
    private readonly writes: FileWrites
  ) {
    this.database = database
    this.#driver = driver
    this.isInPlace = placeOf(driver.name)
    this.#count = driver.prepare('SELECT total_changes()').pluck()
    // Whether durable or not: another thread flushes to the disk (log/log-to-disk.ts).
    driver.pragma('synchronous = NORMAL')
  }

  get isInTransaction (): boolean {
    return this.#driver.inTransaction
  }

  /** All commits before the transaction are known (`begin`), so only its own changes could be missing in the cache. */
  get isAsCached (): boolean {
    return !this.#hasChangedRows
  }

  get #hasChangedRows (): boolean {
    return this.#count.get() !== this.#before
  }

  async begin (): Promise<void> {
    await begin(this.#driver)
    try {
      if (!this.isInPlace()) throw new MovedDatabaseError('The database file was moved or removed.')
      this.writes.poll()
      this.#before = this.#count.get() as number
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  async commit (shownOf?: (written: Written) => Written | undefined): Promise<void> {
    const taken = await this.queue.take()
    const written = shownOf === undefined ? taken : shownOf(taken)
    // A transaction that changed no rows writes no notice either.
    const isEmpty = (written?.touched.length ?? 0) === 0 && !this.#hasChangedRows
    const afterwards = isEmpty ? undefined : this.writes.writeNotice(written)
    this.#driver.exec('COMMIT')
    afterwards?.()
    if (written !== undefined) this.writes.record(written)
    this.checkpoints.afterCommit()
  }

  rollback (): void {
    this.#driver.exec('ROLLBACK')
  }

  savepoint (): void {
    this.#driver.prepare('SAVEPOINT nested').run()
  }

  release (): void {
    this.#driver.prepare('RELEASE nested').run()
  }

  rollbackToSavepoint (): void {
    this.#driver.exec('ROLLBACK TO nested; RELEASE nested')
  }
}

/** A function that says whether a path still leads to the file to which it leads now. */
function placeOf (file: string): () => boolean {
  const { ino, dev } = statSync(file)
  return () => {
    const current = statSync(file, { throwIfNoEntry: false })
    return current?.ino === ino && current.dev === dev
  }
}

interface Row extends CommitNotice { position: number, change: number | null }

/**
 * The commits of all processes to a database file. SQLite counts transactions, and each notice names its transaction,
 * so a commit without notice, for example by another program, is detected; then everything counts as written.
 */
export class FileWrites implements Writes {
  position: number
  record: (written: Written) => void = () => {}
  readonly #after: Sqlite.Statement
  readonly #insert: Sqlite.Statement
  readonly #remove: Sqlite.Statement
  /** The last transaction whose changes are known. */
  #change: number

  /** @param driver the write connection. @param counter see `commitCounterOf`. */
  constructor (driver: Sqlite.Database, private readonly counter: () => number) {
    this.#after = driver.prepare(
      'SELECT position, everything, ids, change FROM write_note WHERE position > ? ORDER BY position'
    )
    this.#insert = driver.prepare('INSERT INTO write_note (everything, ids, change) VALUES (?, ?, ?)')
    this.#remove = driver.prepare('DELETE FROM write_note WHERE position <= ?')
    // A commit between these two reads is detected by the first `poll`.
    this.#change = counter()
    this.position = driver.prepare('SELECT coalesce(max(position), 0) FROM write_note').pluck().get() as number
  }

  /** Nothing to wait for: `poll` reads the file itself. */
  catchUp (): undefined {}

  /**
   * Reads new notices. Within a transaction, call it at the beginning, so that the transaction's own notice is the
   * next one.
   */
  poll (): void {
    const change = this.counter()
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
    if (!isComplete) return this.record(UNKNOWN)
    for (const notice of notices) {
      const written = writtenOf(notice)
      if (written !== undefined) this.record(written)
    }
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
    }
  }

  /**
   * The SQL statement with which another connection writes, within its transaction, a notice that no cached answer is
   * affected. Call it while only that connection can write.
   */
  unseenNotice (): string {
    this.poll()
    return `INSERT INTO write_note (everything, change) VALUES (0, ${this.#change + 1})`
  }
}

/**
 * Position of the transaction counter in the index of the write-ahead log: its third word, in the byte order of the
 * machine.
 */
const COUNTER_WORD = 2

/**
 * Open files by path. They stay open, because closing one would release the locks that SQLite has on it in this
 * process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
const opened = new Map<string, { descriptor: number, inode: number }>()

/**
 * Returns a function that reads the number of transactions by which any process has written to a database, modulo
 * 2^32; it restarts when SQLite recovers the log. SQLite counts them in the index of the write-ahead log
 * (https://www.sqlite.org/walformat.html#the_wal_index_header, `iChange`). `PRAGMA data_version` only says that there
 * were some, not how many.
 *
 * @param file a database that this process has open in WAL mode.
 */
export function commitCounterOf (file: string): () => number {
  const descriptor = open(`${file}-shm`)
  const words = new Uint32Array(COUNTER_WORD + 1)
  const bytes = new Uint8Array(words.buffer)
  return () => {
    readSync(descriptor, bytes, 0, bytes.length, 0)
    return words[COUNTER_WORD]!
  }
}

function open (index: string): number {
  const { ino: inode } = statSync(index)
  const present = opened.get(index)
  if (present?.inode === inode) return present.descriptor
  // SQLite removed the old file together with the last connection to it, so no locks can be lost.
  if (present !== undefined) closeSync(present.descriptor)
  const descriptor = openSync(index, 'r')
  opened.set(index, { descriptor, inode: fstatSync(descriptor).ino })
  return descriptor
}
