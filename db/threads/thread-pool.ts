import { createRequire } from 'node:module'
import type { TransferListItem, Worker } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { optionsFor } from './thread-program.js'

interface PoolOptions {
  /** File whose default export is called with each task (`threadProgram`). */
  program: string
  /** The `workerData` of the program. */
  data?: object
  /** Milliseconds after which an idle thread ends. */
  idleTimeout?: number
  /** Maximal heap of each thread in megabytes. */
  heapMax?: number
  /** Called when a thread has ended. */
  onEnd?: (thread: number) => void
}

interface RunOptions {
  /** When it aborts, the thread of the task is terminated. */
  signal?: AbortSignal | undefined
  /** Objects that the task hands over. */
  transfer?: TransferListItem[]
  /** Called with the id of the thread just before the task is sent to it; may still change the task. */
  onBegin?: (thread: number) => void
}

/** Smallest size in megabytes that V8 accepts for the young generation of a thread's heap. */
const MIN_YOUNG_GENERATION_MB = 3

let loaded: typeof import('piscina') | undefined

/** Loads the library on first use, because few commands need threads. */
function library (): typeof import('piscina') {
  loaded ??= createRequire(import.meta.url)('piscina') as typeof import('piscina')
  return loaded
}

/**
 * Worker threads, each of which runs one task at a time: as many as the caller gives tasks at once. Threads start when
 * they are needed, end when they have been idle for a while, and keep the process alive only while they work.
 */
export class ThreadPool<Task extends object, Result> {
  /**
   * Each has one thread and at most one task. If the system refuses a thread for a task in the library's own queue, the
   * library throws in an event, which would end the process.
   */
  readonly #pools = new Set<Piscina>()
  readonly #busy = new Set<Piscina>()
  /** Threads that have started and not yet ended. */
  readonly #started = new Set<Worker>()
  /** Why the program of a pool could not start. */
  readonly #failures = new WeakMap<Piscina, unknown>()

  constructor (private readonly options: PoolOptions) {}

  /** Number of threads, without those that were terminated. */
  get size (): number {
    return this.#threads.length
  }

  /** Number of terminated threads that have not ended, because a database statement cannot be interrupted. */
  get ending (): number {
    return this.#ending.length
  }

  /** @throws what the program throws; an error if the thread ends or cannot start. */
  async run (task: Task, { signal, transfer = [], onBegin }: RunOptions = {}): Promise<Result> {
    signal?.throwIfAborted()
    const { queueOptionsSymbol } = library()
    const pool = this.#free()
    this.#busy.add(pool)
    // Not the given signal: when the library cannot start a thread, it throws, but when the signal aborts later, it
    // still rejects a promise that nothing handles.
    const ending = new AbortController()
    const end = (): void => { ending.abort(signal!.reason) }
    signal?.addEventListener('abort', end)
    try {
      const order = Object.assign(task, { [queueOptionsSymbol]: { onBegin } })
      let result: Promise<Result>
      try {
        result = pool.run(order, { signal: signal && ending.signal, transferList: transfer }) as Promise<Result>
      } catch (error) {
        // The task stays in the queue of a pool that could not start its thread.
        this.#pools.delete(pool)
        throw error
      }
      return await result
    } catch (error) {
      throw this.#failures.get(pool) ?? error
    } finally {
      signal?.removeEventListener('abort', end)
      this.#busy.delete(pool)
    }
  }

  /** Terminates all threads, and rejects what they have not done. Later tasks start new threads. */
  async end (): Promise<void> {
    const pools = [...this.#pools]
    this.#pools.clear()
    await Promise.all(pools.map((pool) => pool.destroy()))
  }

  /** Resolves when the threads that were terminated have ended. */
  async ended (): Promise<void> {
    await Promise.all(this.#ending.map(async (thread) => {
      await new Promise((resolve) => { thread.once('exit', resolve) })
    }))
  }

  get #threads (): Worker[] {
    return [...this.#pools].flatMap(({ threads }) => threads)
  }

  get #ending (): Worker[] {
    const threads = this.#threads
    return [...this.#started].filter((thread) => !threads.includes(thread))
  }

  /** A pool without a task, with an idle thread if there is one, because a new thread has to load its program. */
  #free (): Piscina {
    const free = [...this.#pools].filter((pool) => !this.#busy.has(pool))
    return free.find(({ threads }) => threads.length > 0) ?? free[0] ?? this.#open()
  }

  #open (): Piscina {
    const { Piscina, queueOptionsSymbol } = library()
    const { program, data, idleTimeout = Infinity, heapMax, onEnd } = this.options
    const options = optionsFor(program)
    const pool = new Piscina({
      filename: program,
      ...(options !== undefined && { execArgv: options }),
      workerData: data,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout,
      resourceLimits: {
        maxYoungGenerationSizeMb: MIN_YOUNG_GENERATION_MB,
        ...(heapMax !== undefined && { maxOldGenerationSizeMb: heapMax })
      },
      // Otherwise an idle thread would block, and no timer of its program would fire.
      atomics: 'disabled',
      recordTiming: false,
      loadBalancer: (task, [thread]) => {
        if (thread === undefined) return null
        const { onBegin } = (task as object as Record<symbol, RunOptions>)[queueOptionsSymbol]!
        onBegin?.(thread.id)
        return thread
      }
    })
    pool.on('workerCreate', () => {
      const [thread] = pool.threads
      if (thread === undefined) return
      const { threadId } = thread
      this.#started.add(thread)
      thread.once('exit', () => {
        this.#started.delete(thread)
        onEnd?.(threadId)
      })
    })
    // Otherwise the task would wait for ever for a program that cannot start.
    pool.on('error', (error) => {
      this.#failures.set(pool, error)
      this.#pools.delete(pool)
      pool.destroy().catch(() => {})
    })
    this.#pools.add(pool)
    return pool
  }
}
