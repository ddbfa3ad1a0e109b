import { Worker } from 'node:worker_threads'
import type { ChangeLog, Changes } from '../../../db/changes/change-log.js'
import type { MemoryFigures } from '../../cache/memory.js'
import { ApiError, BusyError, type ErrorKind, type ErrorStore } from '../../core/calls/errors.js'
import type { SearchMemory } from '../../runtime/settings/memory-limits.js'
import type { RunInWorker, SearchTask } from '../context/context.js'
import { MIN_YOUNG_GENERATION_MB, threadProgram } from '../../../db/threads/thread-program.js'
import { FairQueue } from '../../runtime/admission/fair-queue.js'

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
 * A message from a worker: the outcome of its task, and the sizes of its caches. The first message, whatever its
 * content, means that the worker is ready.
 */
export interface Message { readonly outcome: Outcome, readonly memory: MemoryFigures[] }

/** The worker ended before its task did: it was terminated, or out of memory. */
class WorkerEndedError extends Error {}

/** Maximal JavaScript heap of a worker in megabytes. Lists of ids and the database's page cache are not in it. */
const HEAP_MAX_MB = 256

const PROGRAM = threadProgram(import.meta.url, '../../operations/search-program')

/** A worker thread that runs one search at a time, on a database connection of its own. */
class SearchWorker {
  readonly #worker: Worker
  /** Resolves when the worker is ready for its first task, or has failed to start. */
  readonly ready: Promise<void>
  /** Resolves when the worker has ended. */
  readonly ended: Promise<void>
  #isReady = false
  /** Version of the change log up to which changes were sent to the worker. */
  #version: number
  #memory: MemoryFigures[] = []
  #current: { resolve: (result: unknown) => void, reject: (error: unknown) => void } | undefined

  /**
   * @param place file of the database. @param memory limits in bytes of its caches.
   * @param version of the change log: what the worker reads reflects every write up to it.
   */
  constructor (place: string, version: number, memory: SearchMemory) {
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
    this.ready = Promise.race([new Promise<void>((resolve) => { beReady = resolve }), this.ended])
    this.#worker.once('message', () => {
      this.#isReady = true
      // An idle worker must not keep the process alive.
      this.#worker.unref()
      this.#worker.on('message', ({ outcome, memory }: Message) => {
        this.#memory = memory
        this.#settle(outcome)
      })
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

interface WorkerOptions {
  /** Number of workers; 0: searches run in the main thread. */
  most: number
  /** Milliseconds after which a request's searches are refused, counted from the first. */
  timeout: number
  /** Whether the collection is so large that even the first slow search should run in a worker. */
  isLarge?: () => Promise<boolean>
  /** The change log, from which the workers learn what to invalidate or patch in their caches. */
  changes: ChangeLog
  /** Limits in bytes of each worker's caches. */
  memory?: SearchMemory
}

interface Entry {
  readonly task: SearchTask
  readonly client: string
  /** Called with the worker that is to run the task, or with undefined when workers cannot be started. */
  readonly begin: (worker: SearchWorker | undefined) => void
  /** Called instead when the queue is full and the search is evicted. */
  readonly refuse: () => void
}

/** Default limit in bytes of each cache of a worker. */
const DEFAULT_MEMORY_BYTES = 16 * 1024 * 1024

/** Maximal length of the queue: the client of a later search would give up before its turn. */
const QUEUE_MAX_SEARCHES = 500

/** Maximal number of a client's searches in the queue. */
const QUEUE_MAX_SEARCHES_PER_CLIENT = 100

/** Duration in milliseconds of a search in the main thread that causes the workers to be started. */
const SLOW_SEARCH_MS = 10

/**
 * The workers for slow searches, which would delay other answers in the main thread. They are started when they are
 * first needed. Clients take turns, and each request has a deadline: when it passes, the request is refused, and the
 * worker that was busy with it is terminated and replaced, because a database statement cannot be interrupted.
 */
export class SearchWorkers {
  readonly #place: string
  readonly #timeout: number
  /** Whether the collection is so large that even the first slow search runs in a worker. */
  readonly isLarge: () => Promise<boolean>
  readonly #changes: ChangeLog
  readonly #memory: SearchMemory
  #most: number
  readonly #workers = new Set<SearchWorker>()
  /** Terminated workers that still run a database statement. */
  readonly #abandoned = new Set<SearchWorker>()
  readonly #queue = new FairQueue<Entry>()
  readonly #pending = new Set<Promise<unknown>>()
  /** Whether any worker was ever ready. Until then searches run in this thread rather than wait. */
  #isStarted = false
  #isClosed = false

  /** @param place file of the database. */
  constructor (place: string, options: WorkerOptions) {
    const { most, timeout, changes, isLarge = async () => false, memory } = options
    this.#place = place
    this.#most = most
    this.#timeout = timeout
    this.isLarge = isLarge
    this.#changes = changes
    this.#memory = memory ?? { sets: DEFAULT_MEMORY_BYTES, database: DEFAULT_MEMORY_BYTES }
  }

  /** Runs the tasks of one request of a client. @returns undefined when there are to be no workers. */
  runner (client: string): RunInWorker | undefined {
    if (this.#most === 0) return undefined
    let deadline: number | undefined
    return async (task, here) => {
      deadline ??= performance.now() + this.#timeout
      return await this.run(task, here, client, deadline)
    }
  }

  /**
   * Runs a task in a worker, or by calling `here` until workers are started.
   *
   * @param client takes turns with other clients. @param deadline on the clock of `performance.now()`.
   * @throws BusyError when the search is evicted from a full queue, or the deadline passes.
   */
  async run<T>(task: SearchTask, here: () => Promise<T>, client: string, deadline: number): Promise<T> {
    if (!this.#isStarted && this.#most > 0 && (task.isComplex === true || await this.isLarge())) await this.start()
    if (!this.#isStarted || this.#isClosed || this.#most === 0) return await this.#timed(here)
    if (this.#queue.lengthOf(client) >= QUEUE_MAX_SEARCHES_PER_CLIENT) throw new BusyError()
    const running = this.#enqueued(task, here, client, deadline)
    this.#pending.add(running)
    try {
      return await running
    } finally {
      this.#pending.delete(running)
    }
  }

  /** Whether any worker is ready. */
  get isRunning (): boolean {
    return [...this.#workers].some((worker) => worker.isReady)
  }

  /** Searches that wait for a worker and that run in one, and the workers that are ready. */
  get figures (): { waiting: number, running: number, workers: number } {
    const ready = [...this.#workers].filter((worker) => worker.isReady)
    return {
      waiting: this.#queue.length, running: ready.filter((worker) => !worker.isIdle).length, workers: ready.length
    }
  }

  /** Sizes of the caches of all ready workers. */
  get memory (): MemoryFigures[] {
    return [...this.#workers].filter((worker) => worker.isReady).flatMap((worker) => worker.memory)
  }

  /** Starts the workers and waits until they are ready. */
  async start (): Promise<void> {
    this.#fill()
    await Promise.all([...this.#workers].map(async (worker) => { await worker.ready }))
    this.#isStarted ||= this.isRunning
  }

  /** Waits for all pending searches, then ends the workers. */
  async close (): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#pending)
    await Promise.all([...this.#workers].map(async (worker) => { await worker.end() }))
  }

  async #timed<T>(here: () => Promise<T>): Promise<T> {
    const begin = performance.now()
    const result = await here()
    // Not awaited: this search has its result, later ones will use the workers.
    if (performance.now() - begin > SLOW_SEARCH_MS) this.start().catch(() => {})
    return result
  }

  async #enqueued<T>(task: SearchTask, here: () => Promise<T>, client: string, deadline: number): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      let running: SearchWorker | undefined
      const entry: Entry = {
        task,
        client,
        begin: (worker) => {
          running = worker
          const result = worker === undefined ? here() : (worker.run(task, this.#changes) as Promise<T>)
          result
            .then(resolve, (error: unknown) => {
              reject(error instanceof WorkerEndedError ? new BusyError() : error)
            })
            .finally(() => {
              clearTimeout(timer)
              running = undefined
              this.#next()
            })
        },
        refuse: () => {
          clearTimeout(timer)
          reject(new BusyError())
        }
      }
      const timer = setTimeout(() => {
        if (running !== undefined) this.#abandon(running)
        else if (!this.#queue.remove(client, entry)) return
        reject(new BusyError('The search takes too long. Ask for less, or try again in a moment.'))
      }, Math.max(0, deadline - performance.now()))
      this.#queue.add(client, entry)
      // This may refuse the new entry: the queue evicts from the client with the most recent searches.
      if (this.#queue.length > QUEUE_MAX_SEARCHES) this.#queue.evict()!.refuse()
      this.#next()
    })
  }

  #next (): void {
    for (const worker of this.#workers) {
      if (worker.isIdle) this.#queue.take()?.begin(worker)
    }
  }

  /** Starts missing workers, unless too many abandoned ones are still busy with a statement. */
  #fill (): void {
    while (!this.#isClosed && this.#workers.size < this.#most && this.#abandoned.size <= this.#most) {
      const { version } = this.#changes
      const worker = new SearchWorker(this.#place, version, this.#memory)
      this.#workers.add(worker)
      let wasReady = false
      worker.ready.then(() => {
        wasReady = worker.isReady
        this.#next()
      }, () => {})
      worker.ended.then(() => { this.#ended(worker, wasReady) }, () => {})
    }
  }

  #abandon (worker: SearchWorker): void {
    this.#workers.delete(worker)
    this.#abandoned.add(worker)
    worker.abandon()
    this.#fill()
  }

  #ended (worker: SearchWorker, wasReady: boolean): void {
    this.#workers.delete(worker)
    this.#abandoned.delete(worker)
    // A worker that ends before it is ready shows that workers cannot be started here.
    if (!wasReady) this.#most = 0
    if (this.#most > 0) return this.#fill()
    for (let entry = this.#queue.take(); entry !== undefined; entry = this.#queue.take()) entry.begin(undefined)
  }
}
