import { availableParallelism } from 'node:os'
import { getHeapSpaceStatistics, setFlagsFromString, type HeapSpaceInfo } from 'node:v8'

/** Milliseconds between two looks at the heap, each of which takes some microseconds. */
const INTERVAL = 500

/** Percent by which the heap of a server may grow before V8 collects: with less, that takes noticeably more time. */
const GROWTH = 30

/** Gaps between old objects, as a share of what these take, from which on they are closed. */
const MOST = 0.25

/** Growth since the last collection from which on the next one is near, and between two looks if it comes at all. */
const NEAR = 1.08
const GROWING = 1.01

/** Has V8 keep the heap of a server near what is alive in it. */
export function keepHeapSmall (): void {
  boundHeap(GROWTH)
  leaveLimitsOfThreads()
  // For threads that are started from now on (db/early-collection.ts). This one, with more to look at, leaves it to V8.
  setFlagsFromString('--expose-gc')
  closeGaps()
}

/** Has V8 collect all of the heap in time, and not more often than it must. @param growth percent between two times. */
export function boundHeap (growth: number): void {
  keepNewObjectsYoung()
  boundGrowth(growth)
}

/**
 * Has V8 put all new objects among the young ones. By itself it puts them among the old where what the same piece of
 * code made before has lived long, and never takes that back. Of what a server makes for its first requests, much
 * does: in one start of three, all later requests left their garbage there, and half as many short answers were sent.
 */
function keepNewObjectsYoung (): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}

/**
 * Has each thread collect its young objects without help, if there are no more processors than threads at work. A
 * thread that shares this out waits until its helpers have had their turns, longer than it would take by itself.
 */
export function collectAlone (threads: number): void {
  if (availableParallelism() <= threads) setFlagsFromString('--no-parallel-scavenge')
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
function boundGrowth (percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}

/**
 * Has V8 close the gaps that evicted answers leave in the heap of this thread, which otherwise come to a third of it.
 *
 * By itself V8 moves only what is on pages that are nearly empty. Told to favour size, it also moves together what is
 * on half-empty ones whenever it collects, but leaves little room for new objects, and so collects those more often:
 * told so always, it would send half as many short answers. So it is told only where the last collection has left many
 * gaps, and the next one is near, or may come before the next look as the last one did.
 */
function closeGaps (): void {
  let before = 0
  let alive = 0
  let gaps = 0
  // Lives until V8 collects all of the heap: what it does more often, collecting young objects, lets it live.
  let witness = new WeakRef({})
  setInterval(() => {
    const { space_used_size: used, physical_space_size: physical } = oldSpace()
    const isCollected = witness.deref() === undefined
    const isGrowing = used > before * GROWING
    if (isCollected) {
      alive = used
      gaps = physical / used - 1
      witness = new WeakRef({})
    }
    before = used
    const isWanted = gaps > MOST && (isCollected || (isGrowing && used > alive * NEAR))
    setFlagsFromString(isWanted ? '--optimize-for-size' : '--no-optimize-for-size')
  }, INTERVAL).unref()
}

function oldSpace (): HeapSpaceInfo {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!
}
