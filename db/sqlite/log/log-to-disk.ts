import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type Sqlite from 'better-sqlite3'
import { SharedRuns, writeTurns } from '../../engine/in-turn.js'
import { ThreadPool } from '../../threads/thread-pool.js'
import { threadProgram } from '../../threads/thread-program.js'
import { LOG_PAGES, MAX_LOG_PAGES } from '../connection/connection.js'

const flush = promisify(fdatasync)

/**
 * Flushes commits to the disk. SQLite would do so within the commit and block this thread; here a thread of libuv
 * waits. One flush covers everything committed before it.
 */
export class LogFlush {
  readonly #log: number
  readonly #flushes: SharedRuns
  /** The final flush, before the log is closed. */
  #last: Promise<void> | undefined

  /**
   * @param file a database that this process has open in WAL mode. SQLite has no locks on its log file, so closing a
   * descriptor of that is safe.
   */
  constructor (file: string, sync: (descriptor: number) => Promise<void> = flush) {
    this.#log = openSync(`${file}-wal`, 'r+')
    this.#flushes = new SharedRuns(async () => { await sync(this.#log) })
  }

  /**
   * Resolves when everything committed before the call, by any process, is on disk: it is in the log, or was copied
   * from there into the database, which is flushed separately.
   *
   * @throws if the disk fails.
   */
  flushed (): Promise<void> {
    return this.#last ?? this.#flushes.next()
  }

  /** Call it after the last commit. */
  async close (): Promise<void> {
    if (this.#last !== undefined) return
    this.#last = this.flushed()
    await this.#last.catch(() => {})
    closeSync(this.#log)
  }
}

/** Rounds in which the thread copies what was written before or during the previous one, while writes continue. */
const ROUNDS_BESIDE_WRITES = 2

/** Milliseconds after which an idle thread ends. Under steady writes it gets a task every second. */
const IDLE_TIMEOUT_MS = 10_000

const PROGRAM = threadProgram(import.meta.url, 'checkpoint-program')

/**
 * Descriptors for flushing database files. They stay open, because closing any descriptor of a database releases the
 * locks that SQLite has on it in this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
const opened = new Map<string, number>()

/**
 * Keeps the write-ahead log short. By default, SQLite makes the commit that exceeds a limit copy the log into the
 * database, which takes up to a second with a large database and blocks all requests. Here a thread copies it beside
 * reads and writes. Only the last pages, written while it copied the others, are copied while writes wait; then the log
 * restarts.
 */
export class Checkpoints {
  readonly #state: Sqlite.Statement
  readonly #thread: ThreadPool<object, void>
  #running: Promise<void> | undefined
  #isClosing = false
  /** Pages in the log at the last attempt, even a failed one: a connection may still read an older state. */
  #tried = 0

  /** @param file the database, as writes are queued for it. @param driver the write connection. */
  constructor (private readonly file: string, driver: Sqlite.Database) {
    this.#thread = new ThreadPool({ program: PROGRAM, data: { file }, idleTimeout: IDLE_TIMEOUT_MS })
    this.#state = driver.prepare('PRAGMA wal_checkpoint(NOOP)')
    driver.pragma(`wal_autocheckpoint = ${MAX_LOG_PAGES}`)
  }

  /** Call it after each commit, outside a transaction. */
  afterCommit (): void {
    if (this.#running !== undefined || this.#isClosing) return
    const pages = this.#pages()
    if (pages < this.#tried) this.#tried = 0
    if (pages - this.#tried < LOG_PAGES) return
    this.#tried = pages
    // After a failure, such as a full disk, a later commit tries again.
    this.#running = this.#copy().catch(() => {}).finally(() => { this.#running = undefined })
  }

  #pages (): number {
    try {
      return (this.#state.get() as { log: number }).log
    } catch {
      // The commit has succeeded; failing to measure the log must not fail the request.
      return 0
    }
  }

  /** Cancels a running copy. */
  async close (): Promise<void> {
    this.#isClosing = true
    await this.#running
    await this.#thread.end()
  }

  async #copy (): Promise<void> {
    for (let round = 0; round < ROUNDS_BESIDE_WRITES && !this.#isClosing; round++) {
      await this.#thread.run({})
      // SQLite flushes the database file when the last page is copied, while writes wait: flush most of it before.
      await flush(this.#descriptor())
    }
    await writeTurns.run(this.file, async () => { if (!this.#isClosing) await this.#thread.run({}) })
  }

  #descriptor (): number {
    let descriptor = opened.get(this.file)
    if (descriptor === undefined) opened.set(this.file, descriptor = openSync(this.file, 'r'))
    return descriptor
  }
}
