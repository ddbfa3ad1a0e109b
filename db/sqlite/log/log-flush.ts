import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

/**
 * Has the disk take what was committed to a file. SQLite would do so within the commit, and this thread could not
 * answer anybody meanwhile; here another thread waits. One call serves all that was committed before it.
 */
export class LogFlush {
  readonly #log: number
  readonly #flush: (descriptor: number) => Promise<void>
  #running: Promise<void> | undefined
  /** Begins when `#running` ends, for what has been committed since that began. */
  #next: Promise<void> | undefined
  /** The last one, before the log is closed. */
  #last: Promise<void> | undefined

  /** @param file a database that this process has open in WAL mode. On its log SQLite holds no locks. */
  constructor (file: string, flush: (descriptor: number) => Promise<void> = promisify(fdatasync)) {
    this.#log = openSync(`${file}-wal`, 'r+')
    this.#flush = flush
  }

  /**
   * Ends when the disk has all that was committed before the call, by whatever process: it is in the log, or has been
   * copied from there into the database, which waits for the disk itself.
   *
   * @throws when the disk fails.
   */
  flushed (): Promise<void> {
    if (this.#last !== undefined) return this.#last
    if (this.#running === undefined) return this.#begin()
    this.#next ??= this.#running.catch(() => {}).then(async () => { await this.#begin() })
    return this.#next
  }

  #begin (): Promise<void> {
    this.#next = undefined
    const running = this.#flush(this.#log).finally(() => { this.#running = undefined })
    this.#running = running
    return running
  }

  /** Call it when nobody commits any more. */
  async close (): Promise<void> {
    if (this.#last !== undefined) return
    this.#last = this.flushed()
    await this.#last.catch(() => {})
    closeSync(this.#log)
  }
}
