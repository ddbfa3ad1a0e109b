import { OrderedThread } from '../../threads/ordered-thread.js'
import { threadProgram } from '../../threads/thread-program.js'

/** Pages in the write-ahead log, and how many of them are in the database, too. */
export interface Progress { log: number, checkpointed: number }

/** Milliseconds after which a thread that has nothing to copy ends. Under steady writes it is asked every second. */
const IDLE = 10_000

const PROGRAM = threadProgram(import.meta.url, 'checkpoint-program')

/** The thread that copies the write-ahead log of a database into it; there is one while there is something to copy. */
export class CheckpointThread {
  readonly #thread: OrderedThread<'copy', Progress>

  constructor (file: string) {
    this.#thread = new OrderedThread({ program: PROGRAM, data: { file }, purpose: 'copies the log', patience: IDLE })
  }

  /**
   * Copies the log, as far as nobody still reads what was there before.
   *
   * @throws when the thread ends.
   */
  async copy (): Promise<Progress> {
    return await this.#thread.ask('copy')
  }

  /** Ends the thread, if there is one, and closes its connection. */
  async end (): Promise<void> {
    await this.#thread.end()
  }
}
