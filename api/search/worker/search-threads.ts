import { BusyError } from '../../errors.js'
import { FairQueue } from './fair-queue.js'
import { SearchThread } from './search-thread.js'
import type { Results, Task, Work } from '../tasks.js'

type Result = Results[keyof Results]

interface Waiting {
  task: Task
  settle: (result: Promise<Result | undefined> | undefined) => void
}

/** When so many searches wait, more are refused: whoever asks would be gone before they are answered. */
const MOST_WAITING = 500

/** One search that takes longer, in milliseconds, shows that the collection is worth a thread. */
const SLOW = 10

/**
 * Threads for slow searches, so that these hold up no quick answers. They are started when a search has been slow for
 * the first time, and once more after they have ended unexpectedly. Whoever asks takes turns with the others.
 */
export class SearchThreads {
  readonly #file: string
  #most: number
  readonly #threads = new Set<SearchThread>()
  readonly #queue = new FairQueue<Waiting>()
  readonly #underWay = new Set<Promise<unknown>>()
  #isClosed = false

  /** @param file the database. @param most how many threads there may be; 0: none. */
  constructor (file: string, most: number) {
    this.#file = file
    this.#most = most
  }

  /**
   * Does a task in a thread, or, while there is none, as `here` does it.
   *
   * @throws BusyError when too many wait already.
   */
  async do<W extends Work> (task: Task<W>, here: () => Promise<Results[W['does']]>): Promise<Results[W['does']]> {
    if (!this.isRunning) return await this.#timed(here)
    if (this.#queue.length >= MOST_WAITING) throw new BusyError()
    const result = new Promise<Result | undefined>((resolve) => {
      this.#queue.add(String(task.context.viewer.id), { task, settle: resolve })
      this.#next()
    })
    this.#underWay.add(result)
    try {
      return await result as Results[W['does']] | undefined ?? await here()
    } finally {
      this.#underWay.delete(result)
    }
  }

  /** Whether there is a thread that is ready for searches. */
  get isRunning (): boolean {
    return [...this.#threads].some((thread) => thread.isReady)
  }

  /** Starts the threads and waits until they are ready. */
  async start (): Promise<void> {
    if (this.#isClosed) return
    const begun: Array<Promise<void>> = []
    while (this.#threads.size < this.#most) {
      const thread = new SearchThread(this.#file, (wasReady) => { this.#ended(thread, wasReady) })
      this.#threads.add(thread)
      begun.push(thread.ready)
    }
    await Promise.all(begun)
  }

  /** Finishes what waits, then ends the threads. */
  async close (): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#underWay)
    await Promise.all([...this.#threads].map(async (thread) => { await thread.end() }))
  }

  async #timed<R>(here: () => Promise<R>): Promise<R> {
    const begin = performance.now()
    const result = await here()
    // Nobody waits for them.
    if (performance.now() - begin > SLOW) this.start().catch(() => {})
    return result
  }

  #next (): void {
    for (const thread of this.#threads) {
      if (!thread.isIdle) continue
      const waiting = this.#queue.take()
      if (waiting === undefined) return
      waiting.settle(thread.do(waiting.task).finally(() => { this.#next() }))
    }
  }

  #ended (thread: SearchThread, wasReady: boolean): void {
    this.#threads.delete(thread)
    // The next would not get ready either.
    if (!wasReady) this.#most = 0
    if (this.isRunning) return
    for (let waiting = this.#queue.take(); waiting !== undefined; waiting = this.#queue.take()) waiting.settle(undefined)
  }
}
