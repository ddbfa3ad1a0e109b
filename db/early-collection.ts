import { getHeapStatistics, setFlagsFromString } from 'node:v8'

/** Milliseconds between two looks at the heap, each of which takes some microseconds. */
const INTERVAL = 500

/** Bytes by which a heap may grow, and the same as a part of what was alive in it. */
const GROWTH = 2 * 1024 ** 2
const PART = 1 / 8

/** Rests after a collection, as a multiple of the time that it took: others wait meanwhile. */
const REST = 10

/**
 * Has V8 collect the garbage of this thread as soon as there is some. By itself it lets every heap grow by 8 MB at the
 * least, which is more than what is alive in most threads. Does nothing in a process that was not started, or told, to
 * let programs collect (`--expose-gc`).
 */
export function collectEarly (): void {
  const collect = globalThis.gc
  if (collect === undefined) return
  let alive = used()
  let rested = 0
  setInterval(() => {
    const now = used()
    alive = Math.min(alive, now)
    const begin = performance.now()
    if (begin < rested || now - alive < Math.max(GROWTH, alive * PART)) return
    // V8 then closes gaps between what is left, too. It holds for the whole process, so for as short as possible; the
    // main thread, which may want it as well (cli/heap.ts), says so again within half a second.
    setFlagsFromString('--optimize-for-size')
    collect()
    setFlagsFromString('--no-optimize-for-size')
    alive = used()
    const end = performance.now()
    rested = end + REST * (end - begin)
  }, INTERVAL).unref()
}

function used (): number {
  return getHeapStatistics().used_heap_size
}
