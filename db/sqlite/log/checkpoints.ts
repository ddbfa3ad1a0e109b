import { fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type Sqlite from 'better-sqlite3'
import { ThreadPool } from '../../threads/thread-pool.js'
import { threadProgram } from '../../threads/thread-program.js'
import { LOG_PAGES, MAX_LOG_PAGES } from '../connection/connection.js'

/**
 * Above this many pages (128 MB), writes wait until the last pages are copied. Below, they are copied only during a
 * pause of the writes, because every waiting writer is delayed.
 */
const WAIT_ABOVE_PAGES = 4 * LOG_PAGES

/** Writes may wait while at most this many pages are copied. */
const WAIT_FOR_MAX_PAGES = 64

/** Rounds in which the thread copies pages written during the previous round, before writes wait for the rest. */
const MAX_ROUNDS = 8

/** Rounds after which a short log is left for later if the writes do not pause. */
const MAX_ROUNDS_WITHOUT_PAUSE = 2

/** Milliseconds after which an idle thread ends. Under steady writes it gets a task every second. */
const IDLE_TIMEOUT_MS = 10_000

const PROGRAM = threadProgram(import.meta.url, 'checkpoint-program')

/** Number of pages in the write-ahead log, and how many of them have been copied into the database. */
export interface Progress { log: number, checkpointed: number }

/**
 * Descriptors for flushing database files. They stay open, because closing any descriptor of a database releases the
 * locks that SQLite has on it in this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
const opened = new Map<string, number>()

const flush = promisify(fdatasync)

type InTurn = <T>(step: () => Promise<T>) => Promise<T>

/**
 * Keeps the write-ahead log short. By default, SQLite makes the commit that exceeds a limit copy the log into the
 * database, which takes up to a second with a large database and blocks all requests. Here a thread copies it beside
 * reads and writes. Only the last pages are copied during a pause of the writes, or while they wait; then the log
 * restarts.
 */
export class Checkpoints {
  readonly #file: string
  readonly #inTurn: InTurn
  readonly #state: Sqlite.Statement
  readonly #thread: ThreadPool<object, Progress>
  #running: Promise<void> | undefined
  #commits = 0
  #isClosing = false
  /** Pages in the log at the last attempt, even a failed one: a connection may still read an older state. */
  #tried = 0

  /** @param driver the write connection. @param inTurn runs a step while no write of this process is running. */
  constructor (file: string, driver: Sqlite.Database, inTurn: InTurn) {
    this.#file = file
    this.#inTurn = inTurn
    this.#thread = new ThreadPool({ program: PROGRAM, data: { file }, idleTimeout: IDLE_TIMEOUT_MS })
    this.#state = driver.prepare('PRAGMA wal_checkpoint(NOOP)')
    driver.pragma(`wal_autocheckpoint = ${MAX_LOG_PAGES}`)
  }

  /** Call it after each commit, outside a transaction. */
  afterCommit (): void {
    this.#commits++
    if (this.#running !== undefined || this.#isClosing) return
    const { log } = this.#progress()
    if (log < this.#tried) this.#tried = 0
    if (log - this.#tried < LOG_PAGES) return
    this.#tried = log
    // After a failure, such as a full disk, a later commit tries again.
    this.#running = this.#copy().catch(() => {}).finally(() => { this.#running = undefined })
  }

  #progress (): Progress {
    try {
      return this.#state.get() as Progress
    } catch {
      // The commit has succeeded; failing to measure the log must not fail the request.
      return { log: 0, checkpointed: 0 }
    }
  }

  /** Cancels a running copy. */
  async close (): Promise<void> {
    this.#isClosing = true
    await this.#running
    await this.#thread.end()
  }

  async #copy (): Promise<void> {
    for (let round = 1; round <= MAX_ROUNDS && !this.#isClosing; round++) {
      const commits = this.#commits
      const { log, checkpointed } = await this.#thread.run({})
      // SQLite flushes the database file when the last page is copied, while writers would wait: flush most of it
      // before.
      await flush(this.#descriptor())
      const isPause = this.#commits === commits
      const isNearlyDone = log >= WAIT_ABOVE_PAGES && log - checkpointed <= WAIT_FOR_MAX_PAGES
      if ((isPause || isNearlyDone) && await this.#copyRest(commits)) return
      // The copied pages are already read from the database; the log stays until a later commit checks it again.
      if (!isPause && log < WAIT_ABOVE_PAGES && round === MAX_ROUNDS_WITHOUT_PAUSE) return
    }
    if (this.#isClosing || this.#progress().log < WAIT_ABOVE_PAGES) return
    await this.#inTurn(async () => { await this.#thread.run({}) })
  }

  /**
   * Copies the rest while writes wait, unless writes meanwhile have left too much.
   *
   * @param commits number of commits before. @returns whether the copy is finished.
   */
  async #copyRest (commits: number): Promise<boolean> {
    if (this.#isClosing) return true
    return await this.#inTurn(async () => {
      const { log, checkpointed } = this.#progress()
      if (this.#commits !== commits && log - checkpointed > WAIT_FOR_MAX_PAGES) return false
      await this.#thread.run({})
      return true
    })
  }

  #descriptor (): number {
    let descriptor = opened.get(this.#file)
    if (descriptor === undefined) opened.set(this.#file, descriptor = openSync(this.#file, 'r'))
    return descriptor
  }
}
