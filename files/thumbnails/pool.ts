import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

/** Threads that decode pictures, read files and hash, unless the environment says otherwise (libuv). */
const LIBUV_THREADS = 4

/**
 * How many pictures are in work at a time. Each keeps one libuv thread and one core busy: a core stays free for
 * requests, and two threads for their files.
 */
export const PICTURES_AT_ONCE = Math.max(1, Math.min(
  availableParallelism() - 1,
  (Number(process.env.UV_THREADPOOL_SIZE) || LIBUV_THREADS) - 2
))

/** The queue of all pictures of this process, whichever server instance they belong to: they share its threads. */
export const picturePool = pLimit(PICTURES_AT_ONCE)
