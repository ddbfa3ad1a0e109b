import { createRequire } from 'node:module'
import type { TransferListItem, Worker } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { optionsFor } from './thread-program.js'

interface PoolOptions {
  /** File whose default export is called with each task (`threadProgram`). */
  program: string
  /** The `workerData` of the program. */
  data?: object
  /** Number of threads. */
  most?: number
  /** Milliseconds after which an idle thread ends. */
  idleTimeout?: number
  /** Maximal heap of each thread in megabytes. */
  heapMax?: number
  /** Called when a thread has ended. */
  onEnd?: (thread: number) => void
}

interface RunOptions {
  /** When it aborts, the thread is terminated if the task has begun. */
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
 * Worker threads, each of which runs one task at a time. Threads start when they are needed, end when they have been
 * idle for a while, and keep the process alive only while they work.
 */
export class ThreadPool<Task extends object, Result> {
  readonly #options: PoolOptions
  #opened: Piscina | undefined
  /** Threads that have started and not yet ended. */
  readonly #started = new Set<Worker>()
  /** Why the program of a pool could not start. */
  readonly #failures = new WeakMap<Piscina, unknown>()

  constructor (options: PoolOptions) {
    this.#options = options
  }

  /** Number of threads, without those that were terminated. */
  get size (): number {
    return this.#opened?.threads.length ?? 0
  }

  /** Number of terminated threads that have not ended, because a database statement cannot be interrupted. */
  get ending (): number {
    return this.#ending.length
  }

  /** @throws what the program throws; an error if the thread ends. */
  async run (task: Task, { signal, transfer = [], onBegin }: RunOptions = {}): Promise<Result> {
    const { queueOptionsSymbol } = library()
    const pool = this.#opened ??= this.#open()
    // Not the given signal: when the library cannot start a thread, it throws, but when the signal aborts later, it
    // still rejects a promise that nothing handles.
    const ending = new AbortController()
    const end = (): void => { ending.abort(signal!.reason) }
    signal?.throwIfAborted()
    signal?.addEventListener('abort', end)
    try {
      const order = Object.assign(task, { [queueOptionsSymbol]: { onBegin } })
      return await (pool.run(order, { signal: signal && ending.signal, transferList: transfer }) as Promise<Result>)
    } catch (error) {
      throw this.#failures.get(pool) ?? error
    } finally {
      signal?.removeEventListener('abort', end)
    }
  }

  /** Terminates all threads, and rejects what they have not done. Later tasks start new threads. */
  async end (): Promise<void> {
    const pool = this.#opened
    // While a pool ends it refuses tasks.
    this.#opened = undefined
    await pool?.destroy()
  }

  /** Resolves when the threads that were terminated have ended. */
  async ended (): Promise<void> {
    await Promise.all(this.#ending.map(async (thread) => {
      await new Promise((resolve) => { thread.once('exit', resolve) })
    }))
  }

  get #ending (): Worker[] {
    const { threads } = this.#opened ?? { threads: [] as Worker[] }
    return [...this.#started].filter((thread) => !threads.includes(thread))
  }

  #open (): Piscina {
    const { Piscina, queueOptionsSymbol } = library()
    const { program, data, most = 1, idleTimeout = Infinity, heapMax, onEnd } = this.#options
    const options = optionsFor(program)
    const pool = new Piscina({
      filename: program,
      ...(options !== undefined && { execArgv: options }),
      workerData: data,
      minThreads: 0,
      maxThreads: most,
      idleTimeout,
      resourceLimits: {
        maxYoungGenerationSizeMb: MIN_YOUNG_GENERATION_MB,
        ...(heapMax !== undefined && { maxOldGenerationSizeMb: heapMax })
      },
      // Otherwise an idle thread would block, and no timer of its program would fire.
      atomics: 'disabled',
      recordTiming: false,
      loadBalancer: (task, threads) => {
        const thread = threads.find(({ currentUsage }) => currentUsage === 0) ?? null
        const { onBegin } = (task as object as Record<symbol, RunOptions>)[queueOptionsSymbol]!
        if (thread !== null) onBegin?.(thread.id)
        return thread
      }
    })
    pool.on('workerCreate', () => {
      for (const thread of pool.threads.filter((thread) => !this.#started.has(thread))) {
        const { threadId } = thread
        this.#started.add(thread)
        thread.once('exit', () => {
          this.#started.delete(thread)
          onEnd?.(threadId)
        })
      }
    })
    // Otherwise tasks would wait for ever for a program that cannot start.
    return pool.on('error', (error) => {
      this.#failures.set(pool, error)
      this.end().catch(() => {})
    })
  }
}
