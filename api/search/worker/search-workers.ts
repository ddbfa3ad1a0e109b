import { BusyError } from '../../errors.js'
import type { RunInWorker, SearchTask } from '../tasks.js'
import { FairQueue } from './fair-queue.js'
import { SearchWorker, WorkerEndedError } from './search-worker.js'

export interface WorkerOptions {
  /** How many workers there may be; 0: none. */
  most: number
  /** Milliseconds from when a request begins to search until it is refused. */
  timeout: number
  /** Whether the collection is so large that even its first slow search belongs in a worker. */
  isLarge?: () => Promise<boolean>
}

interface Entry {
  readonly task: SearchTask
  readonly client: string
  /** Called with the worker that is to run the task, or undefined where there is none any more. */
  readonly begin: (worker: SearchWorker | undefined) => void
}

/** Length of the queue from which on searches are refused: the last would be answered after its client gave up. */
const MOST_WAITING = 500

/** The same for one client. */
const MOST_WAITING_PER_CLIENT = 100

/** A search that takes more milliseconds than this shows that the collection is worth a worker. */
const SLOW = 10

/**
 * The workers that slow searches run in, so that these delay no quick answers. They are started when they are first
 * needed. Clients take turns, and each request has a deadline: when it passes, the request is refused, and the worker
 * that was busy with it is ended and replaced, because a statement of the database cannot be interrupted.
 */
export class SearchWorkers {
  readonly #file: string
  readonly #timeout: number
  readonly #isLarge: () => Promise<boolean>
  #most: number
  readonly #workers = new Set<SearchWorker>()
  /** Workers that are to end, but are still inside a statement. */
  readonly #abandoned = new Set<SearchWorker>()
  readonly #queue = new FairQueue<Entry>()
  readonly #pending = new Set<Promise<unknown>>()
  /** Whether a worker has ever been ready: before that, searches run in this thread rather than wait. */
  #isStarted = false
  #isClosed = false

  /** @param file path of the database. */
  constructor (file: string, { most, timeout, isLarge = async () => false }: WorkerOptions) {
    this.#file = file
    this.#most = most
    this.#timeout = timeout
    this.#isLarge = isLarge
  }

  /** For one request of a client. @returns undefined where there are to be no workers. */
  runner (client: string): RunInWorker | undefined {
    if (this.#most === 0) return undefined
    let deadline: number | undefined
    return async (task, here) => {
      deadline ??= performance.now() + this.#timeout
      return await this.run(task, here, client, deadline)
    }
  }

  /**
   * Runs a task in a worker, or as `here` does it as long as there is none.
   *
   * @param client who takes turns with the other clients. @param deadline as `performance.now()` counts.
   * @throws BusyError when too many wait, or the deadline passes.
   */
  async run<T>(task: SearchTask, here: () => Promise<T>, client: string, deadline: number): Promise<T> {
    if (!this.#isStarted && this.#most > 0 && await this.#isLarge()) await this.start()
    if (!this.#isStarted || this.#isClosed || this.#most === 0) return await this.#timed(here)
    if (this.#queue.length >= MOST_WAITING || this.#queue.lengthOf(client) >= MOST_WAITING_PER_CLIENT) {
      throw new BusyError()
    }
    const running = this.#enqueued(task, here, client, deadline)
    this.#pending.add(running)
    try {
      return await running
    } finally {
      this.#pending.delete(running)
    }
  }

  /** Whether there is a worker that is ready. */
  get isRunning (): boolean {
    return [...this.#workers].some((worker) => worker.isReady)
  }

  /** Starts the workers and waits until they are ready. */
  async start (): Promise<void> {
    this.#fill()
    await Promise.all([...this.#workers].map(async (worker) => { await worker.ready }))
    this.#isStarted ||= this.isRunning
  }

  /** Finishes waiting searches, then ends the workers. */
  async close (): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#pending)
    await Promise.all([...this.#workers].map(async (worker) => { await worker.end() }))
  }

  async #timed<T>(here: () => Promise<T>): Promise<T> {
    const begin = performance.now()
    const result = await here()
    // Not awaited: this search is done.
    if (performance.now() - begin > SLOW) this.start().catch(() => {})
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
          const result = worker === undefined ? here() : (worker.run(task) as Promise<T>)
          result
            .then(resolve, (error: unknown) => {
              reject(error instanceof WorkerEndedError ? new BusyError() : error)
            })
            .finally(() => {
              clearTimeout(timer)
              running = undefined
              this.#next()
            })
        }
      }
      const timer = setTimeout(() => {
        if (running !== undefined) this.#abandon(running)
        else if (!this.#queue.remove(client, entry)) return
        reject(new BusyError('The search takes too long. Ask for less, or try again in a moment.'))
      }, Math.max(0, deadline - performance.now()))
      this.#queue.add(client, entry)
      this.#next()
    })
  }

  #next (): void {
    for (const worker of this.#workers) {
      if (worker.isIdle) this.#queue.take()?.begin(worker)
    }
  }

  /** Starts the missing workers, unless too many abandoned ones are still busy with a statement. */
  #fill (): void {
    while (!this.#isClosed && this.#workers.size < this.#most && this.#abandoned.size <= this.#most) {
      const worker = new SearchWorker(this.#file)
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
    // A worker that never became ready shows that none can be started here: do without.
    if (!wasReady) this.#most = 0
    if (this.#most > 0) return this.#fill()
    for (let entry = this.#queue.take(); entry !== undefined; entry = this.#queue.take()) entry.begin(undefined)
  }
}
