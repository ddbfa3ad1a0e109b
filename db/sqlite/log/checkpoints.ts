import { fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type Sqlite from 'better-sqlite3'
import { CheckpointThread, type Progress } from './checkpoint-thread.js'
import { LOG_PAGES, LONGEST_LOG } from '../connection/connection.js'

/**
 * Pages in the log (128 MB) from which writes wait for the last of them to be copied. Before that, only a pause of the
 * writes is used for it, because everybody waits who writes at that moment.
 */
const LONG = 4 * LOG_PAGES

/** Pages that are few enough for writes to wait until they are copied. */
const FEW = 64

/** How often the thread copies what was written while it copied, before writes wait for the rest. */
const MAX_ROUNDS = 8

/** The same before a pause of the writes is waited for no longer. */
const MAX_ROUNDS_WITHOUT_PAUSE = 2

/**
 * Files by which databases are flushed to the disk. They stay open, because to close any file of a database takes away
 * the locks that SQLite holds on it in this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
const opened = new Map<string, number>()

const flush = promisify(fdatasync)

type InTurn = <T>(step: () => Promise<T>) => Promise<T>

/**
 * Keeps the write-ahead log short. SQLite has the commit that makes it too long copy it into the database, which takes
 * up to a second with a large one, and nobody is answered meanwhile. Here a thread does it beside reads and writes, all
 * but the pages that were written last: they are copied when the writes pause, or while they wait, after which the log
 * begins anew.
 */
export class Checkpoints {
  readonly #file: string
  readonly #inTurn: InTurn
  readonly #look: Sqlite.Statement
  readonly #thread: CheckpointThread
  #running: Promise<void> | undefined
  #commits = 0
  #isClosing = false
  /** Pages in the log when it was copied last, be it in vain: somebody may read what it says of an earlier moment. */
  #tried = 0

  /** @param driver the writing connection. @param inTurn runs a step while nobody in this process writes. */
  constructor (file: string, driver: Sqlite.Database, inTurn: InTurn) {
    this.#file = file
    this.#inTurn = inTurn
    this.#thread = new CheckpointThread(file)
    this.#look = driver.prepare('PRAGMA wal_checkpoint(NOOP)')
    driver.pragma(`wal_autocheckpoint = ${LONGEST_LOG}`)
  }

  /** Call it after each commit, outside a transaction. */
  afterCommit (): void {
    this.#commits++
    if (this.#running !== undefined || this.#isClosing) return
    const { log } = this.#progress()
    if (log < this.#tried) this.#tried = 0
    if (log - this.#tried < LOG_PAGES) return
    this.#tried = log
    // After a failure, such as a full disk, the log stays as it is; a later commit tries again.
    this.#running = this.#copy().catch(() => {}).finally(() => { this.#running = undefined })
  }

  #progress (): Progress {
    try {
      return this.#look.get() as Progress
    } catch {
      // What was committed is committed.
      return { log: 0, checkpointed: 0 }
    }
  }

  /** Ends early what is under way. */
  async close (): Promise<void> {
    this.#isClosing = true
    await this.#running
    await this.#thread.end()
  }

  async #copy (): Promise<void> {
    for (let round = 1; round <= MAX_ROUNDS && !this.#isClosing; round++) {
      const commits = this.#commits
      const { log, checkpointed } = await this.#thread.copy()
      // SQLite flushes the database when no page is left, and whoever writes then would have to wait.
      await flush(this.#descriptor())
      const isPause = this.#commits === commits
      const isNearlyDone = log >= LONG && log - checkpointed <= FEW
      if ((isPause || isNearlyDone) && await this.#copyRest(commits)) return
      // What was copied is read from the database; the log goes on until another look.
      if (!isPause && log < LONG && round === MAX_ROUNDS_WITHOUT_PAUSE) return
    }
    if (!this.#isClosing && this.#progress().log >= LONG) await this.#inTurn(async () => { await this.#thread.copy() })
  }

  /**
   * Copies the rest while writes wait: unless they have gone on before it was its turn, and left much.
   *
   * @param commits how many there had been. @returns whether nothing is to be done any more.
   */
  async #copyRest (commits: number): Promise<boolean> {
    if (this.#isClosing) return true
    return await this.#inTurn(async () => {
      const { log, checkpointed } = this.#progress()
      if (this.#commits !== commits && log - checkpointed > FEW) return false
      await this.#thread.copy()
      return true
    })
  }

  #descriptor (): number {
    let descriptor = opened.get(this.#file)
    if (descriptor === undefined) opened.set(this.#file, descriptor = openSync(this.#file, 'r'))
    return descriptor
  }
}
