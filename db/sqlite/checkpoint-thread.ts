import { Worker } from 'node:worker_threads'
import { LEAST_YOUNG, threadProgram } from '../thread-program.js'

/** Pages in the write-ahead log, and how many of them are in the database, too. */
export interface Progress { log: number, checkpointed: number }

/** Milliseconds after which a thread that has nothing to copy ends. Under steady writes it is asked every second. */
const IDLE = 10_000

const PROGRAM = threadProgram(import.meta.url, 'checkpoint-program')

/** The thread that copies the write-ahead log of a database into it; there is one while there is something to copy. */
export class CheckpointThread {
  readonly #file: string
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor (file: string) {
    this.#file = file
  }

  /**
   * Copies the log, as far as nobody still reads what was there before. One call at a time.
   *
   * @throws when the thread ends.
   */
  async copy (): Promise<Progress> {
    clearTimeout(this.#idle)
    const worker = this.#worker ??= this.#start()
    worker.ref()
    try {
      return await new Promise<Progress>((resolve, reject) => {
        const ended = (): void => { reject(new Error('The thread that copies the log ended.')) }
        worker.once('exit', ended).once('message', (progress: Progress) => {
          worker.off('exit', ended)
          resolve(progress)
        })
        worker.postMessage('copy')
      })
    } finally {
      // While it waits, it must not keep the process alive.
      worker.unref()
      this.#idle = setTimeout(() => { this.end().catch(() => {}) }, IDLE).unref()
    }
  }

  /** Ends the thread, if there is one, and closes its connection. */
  async end (): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    if (worker === undefined) return
    const ended = new Promise((resolve) => { worker.once('exit', resolve) })
    worker.ref()
    worker.postMessage('end')
    await ended
  }

  #start (): Worker {
    const worker = new Worker(PROGRAM, {
      workerData: { file: this.#file }, resourceLimits: { maxYoungGenerationSizeMb: LEAST_YOUNG }
    })
    worker.once('exit', () => { if (this.#worker === worker) this.#worker = undefined })
    // Node emits `exit` after every `error`; that is handled.
    worker.on('error', () => {})
    return worker
  }
}
