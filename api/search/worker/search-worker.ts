import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { ApiError, type ErrorKind, type ErrorStore } from '../../errors.js'
import type { SearchTask } from '../tasks.js'

/** What a worker answers to a task. Its first message, of whatever content, says that it is ready. */
export type Outcome =
  | { result: unknown }
  | { refusal: { kind: ErrorKind, errors: ErrorStore | { error: string } } }
  | { failure: Error }

/** The worker ended before its task did: out of memory, or terminated. */
export class WorkerEndedError extends Error {}

/** Megabytes of JavaScript heap for a worker, besides lists of ids and the database's own cache. */
const HEAP = 256
/** … of which for short-lived objects. */
const YOUNG = 8

const EXTENSION = path.extname(import.meta.url)
const BESIDE = new URL(`./search-program${EXTENSION}`, import.meta.url)
/** Next to this file, compiled or not. TypeScript sources need their loader registered in every worker. */
const PROGRAM =
  EXTENSION === '.js'
    ? BESIDE
    : new URL(
        `data:text/javascript,import { register } from '${import.meta.resolve('tsx/esm/api')}'; register(); await import('${BESIDE.href}')`
    )

/** A worker thread that runs one search at a time, on a database connection of its own. */
export class SearchWorker {
  readonly #worker: Worker
  /** Resolved when it is ready for its first task, or has ended before. */
  readonly ready: Promise<void>
  /** Resolved when it has ended. */
  readonly ended: Promise<void>
  #isReady = false
  #current: { resolve: (result: unknown) => void, reject: (error: unknown) => void } | undefined

  /** @param file path of the database. */
  constructor (file: string) {
    this.#worker = new Worker(PROGRAM, {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: HEAP, maxYoungGenerationSizeMb: YOUNG }
    })
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#isReady = false
        this.#current?.reject(new WorkerEndedError())
        resolve()
      })
    })
    const ready = new Promise<void>((resolve) => {
      this.#worker.once('message', () => {
        this.#isReady = true
        // An idle worker does not keep the process running.
        this.#worker.unref()
        this.#worker.on('message', (outcome: Outcome) => { this.#settle(outcome) })
        resolve()
      })
    })
    this.ready = Promise.race([ready, this.ended])
    // An error is always followed by `exit`, which is handled.
    this.#worker.on('error', () => {})
  }

  get isReady (): boolean {
    return this.#isReady
  }

  get isIdle (): boolean {
    return this.#isReady && this.#current === undefined
  }

  /**
   * Runs a task in an idle worker.
   *
   * @throws WorkerEndedError when the worker ends before the task does, ApiError where the search is refused.
   */
  async run (task: SearchTask): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      this.#current = { resolve, reject }
      this.#worker.ref()
      this.#worker.postMessage(task)
    })
  }

  /** Ends the worker: at once, or where it is inside a statement of the database, as soon as that is done. */
  async end (): Promise<void> {
    // A worker that is still loading its program may miss `terminate`.
    await this.ready
    this.#worker.ref()
    await this.#worker.terminate()
  }

  /** Ends it without waiting, for a task that takes too long; it does not keep the process running. */
  abandon (): void {
    this.#isReady = false
    this.#worker.unref()
    this.#worker.terminate().catch(() => {})
  }

  #settle (outcome: Outcome): void {
    const { resolve, reject } = this.#current!
    this.#current = undefined
    this.#worker.unref()
    if ('refusal' in outcome) reject(new ApiError(outcome.refusal.kind, outcome.refusal.errors))
    else if ('failure' in outcome) reject(outcome.failure)
    else resolve(outcome.result)
  }
}
