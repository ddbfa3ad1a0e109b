import { Worker } from 'node:worker_threads'
import type { ChangeLog, Changes } from '../../../db/changes/change-log.js'
import type { MemoryFigures } from '../../cache/memory.js'
import { ApiError, type ErrorKind, type ErrorStore } from '../../core/calls/errors.js'
import type { SearchMemory } from '../../runtime/settings/memory-limits.js'
import type { Preparation, SearchTask } from '../context/context.js'
import { MIN_YOUNG_GENERATION_MB, threadProgram } from '../../../db/threads/thread-program.js'

/** Start data of a worker. */
export interface Start {
  /** File of the database. */
  readonly place: string
  /** Limits in bytes of its caches. */
  readonly memory: SearchMemory
}

/** A message to a worker: a task, and the changes since its last task; undefined: none. */
export interface WorkerTask { readonly task: SearchTask, readonly written: Changes | undefined }

/** A worker's answer to a task. */
export type Outcome =
  | { result: unknown }
  | { refusal: { kind: ErrorKind, errors: ErrorStore | { error: string } } }
  | { failure: Error }

/**
 * A message from a worker: the outcome, if it ran a task, and the sizes of its caches. The first message, whatever its
 * content, means that the worker is ready.
 */
export interface Message { readonly outcome: Outcome | undefined, readonly memory: MemoryFigures[] }

/** The worker ended before its task did: it was terminated, or out of memory. */
export class WorkerEndedError extends Error {}

/** Maximal JavaScript heap of a worker in megabytes. Lists of ids and the database's page cache are not in it. */
const HEAP_MAX_MB = 256

const PROGRAM = threadProgram(import.meta.url, '../../operations/search-program')

/** A worker thread that runs one search at a time, on a database connection of its own. */
export class SearchWorker {
  readonly #worker: Worker
  /** Resolves when the worker is ready for its first task, or has failed to start. */
  readonly ready: Promise<void>
  /** Resolves when the worker has filled its caches in advance, if it was to do so, or has ended. */
  readonly prepared: Promise<void>
  /** Resolves when the worker has ended. */
  readonly ended: Promise<void>
  #isReady = false
  /** Version of the change log up to which changes were sent to the worker. */
  #version: number
  #memory: MemoryFigures[] = []
  #current: { resolve: (result: unknown) => void, reject: (error: unknown) => void } | undefined

  /**
   * @param place file of the database.
   * @param version of the change log: what the worker reads reflects every write up to it.
   * @param memory limits in bytes of its caches. @param prepares whether to fill its caches before the first task.
   */
  constructor (place: string, version: number, memory: SearchMemory, prepares: () => Promise<boolean>) {
    this.#version = version
    this.#worker = new Worker(PROGRAM, {
      workerData: { place, memory } satisfies Start,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB, maxYoungGenerationSizeMb: MIN_YOUNG_GENERATION_MB }
    })
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#isReady = false
        this.#current?.reject(new WorkerEndedError())
        resolve()
      })
    })
    let beReady = (): void => {}
    let bePrepared = (): void => {}
    this.ready = Promise.race([new Promise<void>((resolve) => { beReady = resolve }), this.ended])
    this.prepared = Promise.race([new Promise<void>((resolve) => { bePrepared = resolve }), this.ended])
    this.#worker.once('message', () => {
      this.#isReady = true
      // An idle worker must not keep the process alive.
      this.#worker.unref()
      this.#worker.on('message', ({ outcome, memory }: Message) => {
        this.#memory = memory
        if (outcome !== undefined) this.#settle(outcome)
        else bePrepared()
      })
      prepares().then((prepares) => {
        if (prepares) this.#prepare()
        else bePrepared()
      }, bePrepared)
      beReady()
    })
    // Node emits `exit` after every `error`; that is handled.
    this.#worker.on('error', () => {})
  }

  get isReady (): boolean {
    return this.#isReady
  }

  get isIdle (): boolean {
    return this.#isReady && this.#current === undefined
  }

  /** Sizes of its caches, from its last message. */
  get memory (): readonly MemoryFigures[] {
    return this.#memory
  }

  /**
   * Runs a task in an idle worker.
   *
   * @param changes that were made so far. The worker's own view of the database is no older.
   * @throws WorkerEndedError when the worker ends before the task does; ApiError when the search is refused.
   */
  async run (task: SearchTask, changes: ChangeLog): Promise<unknown> {
    const { version } = changes
    const written = this.#version === version ? undefined : changes.since(this.#version)
    this.#version = version
    return await new Promise((resolve, reject) => {
      this.#current = { resolve, reject }
      this.#worker.ref()
      this.#worker.postMessage({ task, written } satisfies WorkerTask)
    })
  }

  #prepare (): void {
    if (this.#isReady) this.#worker.postMessage({ prepare: true } satisfies Preparation)
  }

  /** Ends the worker. It waits for the running database statement, which cannot be interrupted. */
  async end (): Promise<void> {
    // A worker that is still loading its program may miss `terminate`.
    await this.ready
    this.#worker.ref()
    await this.#worker.terminate()
  }

  /** Ends the worker without waiting, because its task takes too long. It does not keep the process alive. */
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
