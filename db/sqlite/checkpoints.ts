import { fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type Sqlite from 'better-sqlite3'
import { CheckpointThread, type Progress } from './checkpoint-thread.js'
import { LOG_PAGES } from './connection.js'

/**
 * Pages in the log (256 MB) from which a commit copies them itself, because the thread does not keep up or has failed.
 */
const AT_THE_LATEST = 8 * LOG_PAGES

/** Pages that are few enough for writes to wait until they are copied. */
const FEW = 64

/** How often the thread copies what was written while it copied, before writes wait for the rest. */
const MAX_ROUNDS = 8

/**
 * Files by which databases are flushed to the disk. They stay open, because to close any file of a database takes away
 * the locks that SQLite holds on it in this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
const opened = new Map<string, number>()

const flush = promisify(fdatasync)

/**
 * Keeps the write-ahead log short. SQLite has the commit that makes it too long copy it into the database, which takes
 * up to a second with a large one, and nobody is answered meanwhile. Here a thread does it beside reads and writes;
 * they wait only for the pages that were written last, after which the log begins anew.
 */
export class Checkpoints {
  readonly #file: string
  readonly #inTurn: (step: () => Promise<void>) => Promise<void>
  readonly #look: Sqlite.Statement
  readonly #thread: CheckpointThread
  #running: Promise<void> | undefined
  #isClosing = false
  /** Pages in the log when it was copied last, be it in vain: somebody may read what it says of an earlier moment. */
  #tried = 0

  /** @param driver the writing connection. @param inTurn runs a step while nobody in this process writes. */
  constructor (file: string, driver: Sqlite.Database, inTurn: (step: () => Promise<void>) => Promise<void>) {
    this.#file = file
    this.#inTurn = inTurn
    this.#thread = new CheckpointThread(file)
    this.#look = driver.prepare('PRAGMA wal_checkpoint(NOOP)')
    driver.pragma(`wal_autocheckpoint = ${AT_THE_LATEST}`)
  }

  /** Call it after each commit, outside a transaction. */
  afterCommit (): void {
    if (this.#running !== undefined || this.#isClosing) return
    const log = this.#length()
    if (log < this.#tried) this.#tried = 0
    if (log - this.#tried < LOG_PAGES) return
    this.#tried = log
    // After a failure, such as a full disk, the log stays as it is; a later commit tries again.
    this.#running = this.#copy().catch(() => {}).finally(() => { this.#running = undefined })
  }

  #length (): number {
    try {
      return (this.#look.get() as Progress).log
    } catch {
      // What was committed is committed.
      return 0
    }
  }

  /** Ends early what is under way. */
  async close (): Promise<void> {
    this.#isClosing = true
    await this.#running
    await this.#thread.end()
  }

  async #copy (): Promise<void> {
    /** @returns how many pages there are left. */
    const copied = async (): Promise<number> => {
      const { log, checkpointed } = await this.#thread.copy()
      return log - checkpointed
    }
    for (let round = 0; round < MAX_ROUNDS && !this.#isClosing; round++) {
      const left = await copied()
      // SQLite flushes the database when no page is left, and whoever writes then would have to wait.
      await flush(this.#descriptor())
      if (left <= FEW) break
    }
    if (!this.#isClosing) await this.#inTurn(async () => { await copied() })
  }

  #descriptor (): number {
    let descriptor = opened.get(this.#file)
    if (descriptor === undefined) opened.set(this.#file, descriptor = openSync(this.#file, 'r'))
    return descriptor
  }
}
