import { availableParallelism } from 'node:os'

/** Number of libuv's threads, which decode pictures, read files and hash, unless UV_THREADPOOL_SIZE is set. */
const LIBUV_THREADS = 4

/**
 * Number of pictures decoded in parallel. Each takes a libuv thread and a core: one core stays free for requests, and
 * two threads for files.
 */
export const PICTURES_AT_ONCE = Math.max(1, Math.min(
  availableParallelism() - 1,
  (Number(process.env.UV_THREADPOOL_SIZE) || LIBUV_THREADS) - 2
))

/** Runs work with pictures: thumbnails, for which an editor's upload waits, before drawings for viewers. */
class PicturePool {
  readonly #waiting = { thumbnails: [] as Array<() => void>, drawings: [] as Array<() => void> }
  #running = 0

  /** Work that waits for a place. */
  get waiting (): { thumbnails: number, drawings: number } {
    return { thumbnails: this.#waiting.thumbnails.length, drawings: this.#waiting.drawings.length }
  }

  async run<T> (kind: 'thumbnails' | 'drawings', work: () => Promise<T>): Promise<T> {
    if (this.#running < PICTURES_AT_ONCE) this.#running++
    else await new Promise<void>((resolve) => { this.#waiting[kind].push(resolve) })
    try {
      return await work()
    } finally {
      const next = this.#waiting.thumbnails.shift() ?? this.#waiting.drawings.shift()
      // Whoever is next takes over the place.
      if (next === undefined) this.#running--
      else next()
    }
  }
}

/** The queue of all pictures of this process, because all servers in it share libuv's threads. */
export const picturePool = new PicturePool()
