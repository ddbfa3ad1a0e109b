import type { ChangeLog, Written } from '../../../db/changes/change-log.js'
import { ThreadPool } from '../../../db/threads/thread-pool.js'
import { threadProgram } from '../../../db/threads/thread-program.js'
import { BusyError, resultOf, type Outcome } from '../../core/calls/errors.js'
import { FairTurns } from '../../runtime/admission/fair-turns.js'
import type { MemoryFigures, MemoryLimits } from '../../runtime/settings/memory-limits.js'
import type { SearchTask } from '../context/context.js'
import { hasManyTests } from '../query/value-query.js'

/** Start data of a worker. */
export interface Start {
  /** File of the database. */
  readonly file: string
  /** Limits in bytes of its caches. */
  readonly memory: MemoryLimits['search']
}

/** What a worker is to do; without a task: only to start. */
export interface WorkerOrder {
  readonly task?: SearchTask
  /** The changes since the worker's last task; undefined: none. */
  written?: Written | undefined
}

/** A worker's answer: the outcome of its task, and the sizes of its caches. */
export interface WorkerReply { readonly outcome: Outcome<unknown>, readonly memory: MemoryFigures[] }

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
  memory?: MemoryLimits['search']
}

/** Default limit in bytes of each cache of a worker. */
const DEFAULT_MEMORY_BYTES = 16 * 1024 * 1024

/** Maximal JavaScript heap of a worker in megabytes. Lists of ids and the database's page cache are not in it. */
const HEAP_MAX_MB = 256

/** Maximal length of the queue: the client of a later search would give up before its turn. */
const QUEUE_MAX_SEARCHES = 500

/** Maximal number of a client's searches in the queue. */
const QUEUE_MAX_SEARCHES_PER_CLIENT = 100

/** Duration in milliseconds of a search in the main thread that causes the workers to be started. */
const SLOW_SEARCH_MS = 10

const PROGRAM = threadProgram(import.meta.url, '../../operations/search-program')

/** What is known of a worker: the version of the change log that it has, and the sizes of its caches. */
interface Known { version: number, memory: readonly MemoryFigures[] }

/**
 * The workers for slow searches, which would delay other answers in the main thread. They are started when they are
 * first needed. Clients take turns, and each request has a deadline: when it passes, the request is refused, and the
 * worker that was busy with it is terminated and replaced, because a database statement cannot be interrupted.
 */
export class SearchWorkers {
  /** Milliseconds after which a request's searches are refused, counted from the first. */
  readonly timeout: number
  /** Whether the collection is so large that even the first slow search runs in a worker. */
  readonly isLarge: () => Promise<boolean>
  readonly #changes: ChangeLog
  /** Number of workers; 0: searches run in the main thread. */
  most: number
  readonly #threads: ThreadPool<WorkerOrder, WorkerReply>
  /** By id of the thread. */
  readonly #known = new Map<number, Known>()
  readonly #turns: FairTurns
  readonly #pending = new Set<Promise<unknown>>()
  #starting: Promise<void> | undefined
  /** Whether any worker was ever ready. Until then searches run in this thread rather than wait. */
  #isStarted = false
  #isClosed = false

  /** @param file of the database; undefined: a server runs searches in its own processes, so no workers are needed. */
  constructor (file: string | undefined, options: WorkerOptions) {
    const { timeout, changes, isLarge = async () => false } = options
    const most = file === undefined ? 0 : options.most
    const { memory = { sets: DEFAULT_MEMORY_BYTES, database: DEFAULT_MEMORY_BYTES } } = options
    this.most = most
    this.timeout = timeout
    this.isLarge = isLarge
    this.#changes = changes
    this.#threads = new ThreadPool({
      program: PROGRAM,
      data: { file: file!, memory } satisfies Start,
      heapMax: HEAP_MAX_MB,
      onEnd: (thread) => {
        this.#known.delete(thread)
        this.#turns.next()
      }
    })
    this.#turns = new FairTurns({
      // No worker is replaced while too many terminated ones are still busy with a statement.
      atOnce: () => Math.min(most, 2 * most - this.#threads.ending),
      waiting: QUEUE_MAX_SEARCHES,
      waitingPerClient: QUEUE_MAX_SEARCHES_PER_CLIENT
    })
  }

  /**
   * Runs a task in a worker, or by calling `here` until workers are started.
   *
   * @param client takes turns with other clients. @param deadline on the clock of `performance.now()`.
   * @throws BusyError when the search is evicted from a full queue, or the deadline passes.
   */
  async run<T>(task: SearchTask, here: () => Promise<T>, client: string, deadline: number): Promise<T> {
    if (!this.#isStarted && this.most > 0 && (hasManyTests(task.query) || await this.isLarge())) await this.start()
    if (!this.#isStarted || this.#isClosed) return await this.#timed(here)
    const running = this.#inWorker<T>(task, client, deadline)
    this.#pending.add(running)
    try {
      return await running
    } finally {
      this.#pending.delete(running)
    }
  }

  /** Searches that wait for a worker and that run in one, and the workers. */
  get figures (): { waiting: number, running: number, workers: number } {
    return { ...this.#turns.figures, workers: this.#isStarted ? this.#threads.size : 0 }
  }

  /** Sizes of the caches of all workers. */
  get memory (): MemoryFigures[] {
    return [...this.#known.values()].flatMap(({ memory }) => memory)
  }

  /** Starts a worker and waits until it is ready. Others start when searches need them. */
  async start (): Promise<void> {
    await (this.#starting ??= this.#start())
  }

  /** Waits for all pending searches, then ends the workers. */
  async close (): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#pending)
    await this.#threads.end()
  }

  async #start (): Promise<void> {
    if (this.most === 0 || this.#isClosed) return
    try {
      await this.#send({})
      this.#isStarted = true
    } catch {
      // Workers cannot be started here.
      this.most = 0
    }
  }

  async #timed<T>(here: () => Promise<T>): Promise<T> {
    const begin = performance.now()
    const result = await here()
    // Not awaited: this search has its result, later ones will use the workers.
    if (performance.now() - begin > SLOW_SEARCH_MS) this.start().catch(() => {})
    return result
  }

  async #inWorker<T>(task: SearchTask, client: string, deadline: number): Promise<T> {
    const late = new AbortController()
    const timer = setTimeout(() => {
      late.abort(new BusyError('The search takes too long. Ask for less, or try again in a moment.'))
    }, Math.max(0, deadline - performance.now()))
    try {
      return await this.#turns.run(client, async () => {
        const reply = await this.#send({ task }, late.signal).catch(() => {
          // The worker was terminated, or out of memory.
          late.signal.throwIfAborted()
          throw new BusyError()
        })
        return resultOf(reply.outcome as Outcome<T>)
      }, late.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  async #send (order: WorkerOrder, signal?: AbortSignal): Promise<WorkerReply> {
    let known: Known | undefined
    const { version } = this.#changes
    const onBegin = (thread: number): void => {
      known = this.#known.get(thread)
      if (known === undefined) this.#known.set(thread, known = { version, memory: [] })
      // A worker reads what was committed before its task begins, so repeating more only invalidates more.
      else if (known.version !== version) order.written = this.#changes.since(known.version)
      known.version = version
    }
    const reply = await this.#threads.run(order, { signal, onBegin })
    known!.memory = reply.memory
    return reply
  }
}
