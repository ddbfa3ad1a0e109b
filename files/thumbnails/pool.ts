import { availableParallelism } from 'node:os'

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

/** Runs picture work. Thumbnails, for which an editor's upload waits, take precedence over drawings for viewers. */
class PicturePool {
  readonly #waiting = { thumbnails: [] as Array<() => void>, drawings: [] as Array<() => void> }
  #running = 0

  /** Numbers of waiting tasks. */
  get waiting (): { thumbnails: number, drawings: number } {
    return { thumbnails: this.#waiting.thumbnails.length, drawings: this.#waiting.drawings.length }
  }

  async run<T> (kind: 'thumbnails' | 'drawings', work: () => Promise<T>): Promise<T> {
    if (this.#running < PARALLEL_PICTURES) this.#running++
    else await new Promise<void>((resolve) => { this.#waiting[kind].push(resolve) })
    try {
      return await work()
    } finally {
      const next = this.#waiting.thumbnails.shift() ?? this.#waiting.drawings.shift()
      // The next task takes over this one's place.
      if (next === undefined) this.#running--
      else next()
    }
  }
}

/** One pool per process, because all servers in it share libuv's threads. */
export const picturePool = new PicturePool()
