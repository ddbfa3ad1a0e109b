import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

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

/** The queue of all pictures of this process, because all servers in it share libuv's threads. */
export const picturePool = pLimit(PICTURES_AT_ONCE)
