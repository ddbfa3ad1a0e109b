import { availableParallelism } from 'node:os'
import { awaitTurn } from '../../db/threads/await-turn.js'

/** libuv's default number of threads, which decode pictures, read files and hash. */
const LIBUV_THREADS = 4

/**
 * Pictures that are decoded in parallel. Each takes a libuv thread and a core: one core stays free for requests, and
 * two threads for files.
 */
export const PARALLEL_PICTURES = Math.max(1, Math.min(
  availableParallelism() - 1,
  (Number(process.env.UV_THREADPOOL_SIZE) || LIBUV_THREADS) - 2
))

/** Fixed cost of a drawing, in pixels that can be decoded in the same time. */
const COST_PER_DRAWING = 1_000_000

/** Thumbnails, for which the client of an upload waits, are due this many times sooner than drawings for viewers. */
const THUMBNAILS_PRECEDENCE = 10

/**
 * Limit for the total cost of waiting drawings, in decoded pixels. A core decodes some 40 million pixels a second, so
 * no drawing waits longer than a minute. A viewer that opens a picture requests about 50 tiles, which cost some 300
 * million.
 */
const WAITING_MAX_COST = 2_000_000_000 * PARALLEL_PICTURES
const WAITING_MAX_COST_PER_CLIENT = WAITING_MAX_COST / 2

interface Task {
  readonly client: string
  readonly cost: number
  /** Virtual finishing time: the smallest is next. */
  readonly place: number
  readonly begin: () => void
}

/**
 * Runs picture work: thumbnails of uploads, and drawings for viewers. Clients share its time equally (fair queueing):
 * a task is due when as much work has been done as it costs, together with those of the same client that wait before
 * it. So a cheap task, or the only one of a client, begins soon.
 */
class PicturePool {
  readonly #thumbnails = new Set<Task>()
  readonly #drawings = new Set<Task>()
  #running = 0
  /** Virtual time: the place of the task that started last. */
  #now = 0

  get waitingThumbnails (): number {
    return this.#thumbnails.size
  }

  /** Number and total cost of waiting drawings. */
  get drawings (): { waiting: number, cost: number } {
    return { waiting: this.#drawings.size, cost: costOf(this.#drawings) }
  }

  /** @param pixels as `draw`. */
  async thumbnails<T> (client: string, pixels: number, work: () => Promise<T>): Promise<T> {
    return await this.#run(this.#thumbnails, client, pixels / THUMBNAILS_PRECEDENCE, undefined, work)
  }

  /** Whether another drawing of this client may wait. */
  hasRoomFor (client: string): boolean {
    return costOf(this.#drawings) < WAITING_MAX_COST &&
      costOf(tasksOf(client, this.#drawings)) < WAITING_MAX_COST_PER_CLIENT
  }

  /**
   * @param pixels pixels to decode, or that could be decoded in the time that the drawing takes.
   * @param signal removes it from the queue.
   * @throws the reason of the signal.
   */
  async draw<T> (client: string, pixels: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return await this.#run(this.#drawings, client, COST_PER_DRAWING + pixels, signal, work)
  }

  async #run<T> (
    queue: Set<Task>, client: string, cost: number, signal: AbortSignal | undefined, work: () => Promise<T>
  ): Promise<T> {
    const place = tasksOf(client, queue).reduce((latest, one) => Math.max(latest, one.place), this.#now) + cost
    let task: Task
    const turn = awaitTurn(signal,
      ({ begin }) => { queue.add(task = { client, cost, place, begin }) },
      () => queue.delete(task))
    this.#next()
    await turn
    try {
      return await work()
    } finally {
      this.#running--
      this.#next()
    }
  }

  #next (): void {
    while (this.#running < PARALLEL_PICTURES) {
      const task = this.#take()
      if (task === undefined) return
      this.#running++
      task.begin()
    }
  }

  #take (): Task | undefined {
    let next: Task | undefined
    for (const queue of [this.#thumbnails, this.#drawings]) {
      for (const one of queue) if (next === undefined || one.place < next.place) next = one
    }
    if (next === undefined) return undefined
    this.#now = next.place
    this.#thumbnails.delete(next)
    this.#drawings.delete(next)
    return next
  }
}

function tasksOf (client: string, queue: ReadonlySet<Task>): Task[] {
  return [...queue].filter((one) => one.client === client)
}

function costOf (tasks: Iterable<Task>): number {
  let sum = 0
  for (const { cost } of tasks) sum += cost
  return sum
}

/** One pool per process, because all servers in it share libuv's threads. */
export const picturePool = new PicturePool()

/** For thumbnails by external programs, which a hostile film or PDF occupies for a minute; pictures go on meanwhile. */
export const programPool = new PicturePool()
