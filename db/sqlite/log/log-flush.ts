import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { SharedRuns } from '../../engine/shared-runs.js'

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
  constructor (file: string, flush: (descriptor: number) => Promise<void> = promisify(fdatasync)) {
    this.#log = openSync(`${file}-wal`, 'r+')
    this.#flushes = new SharedRuns(async () => { await flush(this.#log) })
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
