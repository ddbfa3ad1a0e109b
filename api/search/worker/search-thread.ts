import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { ApiError, type ErrorKind, type ErrorStore } from '../../errors.js'
import type { Results, Task } from '../tasks.js'

/** What became of the task that a thread was told. Before the first it says that it is ready, in whatever words. */
export type Outcome =
  | { result: Results[keyof Results] }
  | { refusal: { kind: ErrorKind, errors: ErrorStore | { error: string } } }
  | { failure: Error }

/** Megabytes that JavaScript may use in a thread, besides ids and what the database keeps. */
const HEAP = 256
/** … of which for what is thrown away soon. */
const YOUNG = 8

const EXTENSION = path.extname(import.meta.url)
const BESIDE = new URL(`./search-program${EXTENSION}`, import.meta.url)
/** Lies beside this file, compiled or not. Source code needs its loader in every thread anew. */
const PROGRAM = EXTENSION === '.js'
  ? BESIDE
  : new URL(`data:text/javascript,import { register } from '${import.meta.resolve('tsx/esm/api')}'; register(); await import('${BESIDE.href}')`)

/** A thread that does one task at a time, on a connection of its own. */
export class SearchThread {
  readonly #worker: Worker
  /** Settled when it can be told the first task; or has ended before. */
  readonly ready: Promise<void>
  #isReady = false
  #current: ((outcome: Outcome | undefined) => void) | undefined

  /**
   * @param file the database.
   * @param onEnd called when it has ended, for whatever reason; `wasReady`: not before it was ready.
   */
  constructor (file: string, onEnd: (wasReady: boolean) => void) {
    this.#worker = new Worker(PROGRAM, { workerData: { file }, resourceLimits: { maxOldGenerationSizeMb: HEAP, maxYoungGenerationSizeMb: YOUNG } })
    this.ready = new Promise((resolve) => {
      this.#worker.once('message', () => {
        this.#isReady = true
        // A thread that has nothing to do keeps no process from ending.
        this.#worker.unref()
        this.#worker.on('message', (outcome: Outcome) => { this.#settle(outcome) })
        resolve()
      })
      this.#worker.once('exit', () => { resolve() })
    })
    // What it says of its end does not help: the task is done elsewhere.
    this.#worker.on('error', () => {})
    this.#worker.on('exit', () => {
      const wasReady = this.#isReady
      this.#isReady = false
      this.#current?.(undefined)
      onEnd(wasReady)
    })
  }

  get isReady (): boolean {
    return this.#isReady
  }

  get isIdle (): boolean {
    return this.#isReady && this.#current === undefined
  }

  /** For an idle thread. @returns undefined when it ends before the task does. */
  async do (task: Task): Promise<Results[keyof Results] | undefined> {
    const outcome = await new Promise<Outcome | undefined>((resolve) => {
      this.#current = resolve
      this.#worker.ref()
      this.#worker.postMessage(task)
    })
    if (outcome === undefined) return undefined
    if ('refusal' in outcome) throw new ApiError(outcome.refusal.kind, outcome.refusal.errors)
    if ('failure' in outcome) throw outcome.failure
    return outcome.result
  }

  async end (): Promise<void> {
    // While it loads its program, what loads that may not hear that it is to end.
    await this.ready
    this.#worker.ref()
    await this.#worker.terminate()
  }

  #settle (outcome: Outcome): void {
    const settle = this.#current!
    this.#current = undefined
    this.#worker.unref()
    settle(outcome)
  }
}
