import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Milliseconds between two looks at the heap, each of which takes some microseconds. */
const INTERVAL = 500

/** Percent by which the heap of a server may grow before V8 collects: with less, that takes noticeably more time. */
const GROWTH = 30

/** Gaps between old objects, as a share of what these take, from which on they are closed. */
const MOST = 0.25

/** Has V8 keep the heap of a server near what is alive in it. */
export function keepHeapSmall (): void {
  boundGrowth(GROWTH)
  leaveLimitsOfThreads()
  // For threads that are started from now on (db/early-collection.ts). This one, with more to look at, leaves it to V8.
  setFlagsFromString('--expose-gc')
  closeGaps()
}

/**
 * A limit for short-lived objects with which Node was started (`--max-semi-space-size`) holds for the main thread by
 * now. It would override those that other threads are given.
 */
function leaveLimitsOfThreads (): void {
  setFlagsFromString('--max-semi-space-size=0')
}

/**
 * Has V8 collect garbage whenever the heap of a thread has grown by a part of what is alive in it. With V8's default, a
 * server with large caches takes twice the memory that it needs, and a large import a quarter more.
 */
export function boundGrowth (percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}

/**
 * Has V8 close the gaps that evicted answers leave in the heap of this thread, which otherwise come to a third of it.
 *
 * By itself V8 moves only what is on pages that are nearly empty. Told to favour size, it also moves together what is
 * on half-empty ones whenever it collects, but leaves little room for new objects, and so collects those more often:
 * told so always, it would send half as many short answers. So it is told only while there are many gaps.
 */
function closeGaps (): void {
  setInterval(() => {
    setFlagsFromString(gaps() > MOST ? '--optimize-for-size' : '--no-optimize-for-size')
  }, INTERVAL).unref()
}

function gaps (): number {
  const old = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')
  return old === undefined ? 0 : old.physical_space_size / old.space_used_size - 1
}
