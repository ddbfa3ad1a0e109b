import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

/** libuv's threads, which decode pictures, read files and hash, unless UV_THREADPOOL_SIZE says otherwise. */
const LIBUV_THREADS = 4

/**
 * Pictures decoded at a time. Each occupies one libuv thread and one core: a core stays free for requests, and two
 * threads for their files.
 */
export const PICTURES_AT_ONCE = Math.max(1, Math.min(
  availableParallelism() - 1,
  (Number(process.env.UV_THREADPOOL_SIZE) || LIBUV_THREADS) - 2
))

/** The queue of all pictures of this process: all servers in it share its threads. */
export const picturePool = pLimit(PICTURES_AT_ONCE)
