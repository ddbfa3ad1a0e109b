import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** In percent of the live heap. With V8's default, a server with large caches takes twice the memory that it needs. */
const GROWTH = 20

/** Bytes from which on the memory for young objects does not grow any more; V8 would take twice as much. */
const YOUNG = 16 * 1024 * 1024

/** The part of the memory for old objects that may be free. */
const FREE = 1 / 5

/** Milliseconds between two looks, of which each takes some 20 microseconds, and while something is to change. */
const LOOK_EVERY = 1000
const LOOK_OFTEN = 50

/**
 * Keeps the heap of the main thread small as long as the process runs, by flags that each collection asks anew.
 *
 * Cached answers of all lengths come and go and leave gaps between those that stay. V8 moves objects together where
 * most of a page is free, and also where less is if it is told to prefer size to speed. Then it takes back memory for
 * young objects with each collection as well, so it is told so only while there is too much of either.
 */
export function boundHeap (): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
  look()
}

function look (): void {
  const spaces = new Map(getHeapSpaceStatistics().map((space) => [space.space_name, space]))
  const young = spaces.get('new_space')!.space_size
  const { space_size: old, space_used_size: used } = spaces.get('old_space')!
  const isGrowing = young < YOUNG
  const isTooLarge = young > YOUNG || old - used > old * FREE
  setFlagsFromString(`--semi-space-growth-factor=${isGrowing ? 2 : 1}`)
  if (isTooLarge) setFlagsFromString('--optimize-for-size')
  else {
    setFlagsFromString('--no-optimize-for-size')
    // What that flag had set, too: else it would hold for threads that are started later.
    setFlagsFromString('--max-semi-space-size=0')
  }
  setTimeout(look, isGrowing || isTooLarge ? LOOK_OFTEN : LOOK_EVERY).unref()
}
