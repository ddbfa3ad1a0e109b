import { OrderedThread } from '../../threads/ordered-thread.js'
import { threadProgram } from '../../threads/thread-program.js'

/** Number of pages in the write-ahead log, and how many of them have been copied into the database. */
export interface Progress { log: number, checkpointed: number }

/** Milliseconds after which an idle thread ends. Under steady writes it gets an order every second. */
const IDLE_TIMEOUT_MS = 10_000

const PROGRAM = threadProgram(import.meta.url, 'checkpoint-program')

/** The thread that copies the write-ahead log into the database; it runs only while there is something to copy. */
export class CheckpointThread {
  readonly #thread: OrderedThread<'copy', Progress>

  constructor (file: string) {
    this.#thread = new OrderedThread({
      program: PROGRAM, data: { file }, purpose: 'copies the log', idleTimeout: IDLE_TIMEOUT_MS
    })
  }

  /**
   * Copies the log, as far as no connection still reads an older state.
   *
   * @throws if the thread ends.
   */
  async copy (): Promise<Progress> {
    return await this.#thread.request('copy')
  }

  /** Ends the thread, if there is one, and closes its connection. */
  async end (): Promise<void> {
    await this.#thread.end()
  }
}
