import type { RunInWorker } from '../context/tasks.js'
import type { CountingOptions } from './search-worker.js'
import { SearchWorkers, type WorkerOptions } from './search-workers.js'

/**
 * The threads for slow searches, and one more for counts. A count reads every value of a property, which takes seconds
 * in a large collection and is a single database statement: in a thread of its own no search has to wait for it.
 */
export class SearchThreads {
  readonly #searches: SearchWorkers
  readonly #counts: SearchWorkers
  readonly #isLarge: WorkerOptions['isLarge']

  /**
   * @param place file or address of the database.
   * @param options `most` is the number of threads for searches; 0: none.
   * @param counting absent: every facet is counted in the database. `most`: 1 or 0; absent: as there are for searches.
   */
  constructor (
    place: string, options: WorkerOptions, counting?: CountingOptions & { readonly most?: number }
  ) {
    this.#isLarge = options.isLarge
    this.#searches = new SearchWorkers(place, options)
    this.#counts = new SearchWorkers(place, {
      ...options,
      most: counting?.most ?? Math.min(options.most, 1),
      counting
    })
  }

  /** Starts the threads for searches of a large collection, and waits until they know what all searches need. */
  async startSearching (): Promise<void> {
    if (await this.#isLarge?.() === true) await this.#searches.prepare()
  }

  /** Starts the thread for counts of a large collection, and waits until it has read what it counts by. */
  async startCounting (): Promise<void> {
    if (await this.#isLarge?.() === true) await this.#counts.prepare()
  }

  /** Runs the tasks of one request of a client. @returns undefined when there are no threads. */
  runner (client: string): RunInWorker | undefined {
    const search = this.#searches.runner(client)
    const count = this.#counts.runner(client)
    if (search === undefined && count === undefined) return undefined
    return async (task, here) => {
      const run = task.work.kind === 'count' ? count : search
      return run === undefined ? await here() : await run(task, here)
    }
  }

  /** What the threads keep, part by part. */
  get memory () {
    return { search: this.#searches.memory, count: this.#counts.memory }
  }

  /** Searches and counts that wait for a thread and that run in one, and the threads that are ready. */
  get figures () {
    return { searches: this.#searches.figures, counts: this.#counts.figures }
  }

  /** Waits for all pending searches, then ends the threads. */
  async close (): Promise<void> {
    await Promise.all([this.#searches.close(), this.#counts.close()])
  }
}
