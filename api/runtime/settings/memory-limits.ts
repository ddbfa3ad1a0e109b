import type { AnswerCache } from '../../cache/answer-cache.js'
import type { Settings } from './settings.js'

const MEGABYTE = 1024 * 1024

/** How the setting `memory` is divided, in 64ths. The shares of search threads are for all of them together. */
const SHARES = {
  /** Answers and lists of them with the bytes that were sent, compressed ones, pages and parts of them, manifests. */
  answers: 23,
  /** Sets of ids in the main thread, and the groups by which facets count. */
  sets: 23.25,
  /** Page caches of the main thread's two database connections. */
  database: 1.25,
  /** Of the search threads: sets of ids and orders, page caches. */
  searchSets: 15.25,
  searchDatabase: 0.75,
  /** Page cache of the index thread's database connection. */
  indexDatabase: 0.5
}
const SHARES_TOTAL = 64

/**
 * Upper limits in bytes for everything cached in memory, by thread: answers, sets of ids, and page caches of database
 * connections. Together at most the setting `memory`.
 */
export interface MemoryLimits {
  main: { answers: number, sets: number, database: number }
  /** Of each search thread. */
  search: { sets: number, database: number }
  index: { database: number }
}

/** Divides the memory. Without search threads the main thread gets their shares. */
export function memoryLimitsOf (
  { memory, searchThreads }: Pick<Settings, 'memory' | 'searchThreads'>
): MemoryLimits {
  const { answers, sets, database, searchSets, searchDatabase, indexDatabase } = SHARES
  const bytes = (share: number): number => Math.floor(memory * MEGABYTE * share / SHARES_TOTAL)
  const index = { database: bytes(indexDatabase) }
  if (searchThreads === 0) {
    const main = { answers: bytes(answers), sets: bytes(sets + searchSets), database: bytes(database + searchDatabase) }
    return { main, search: { sets: 0, database: 0 }, index }
  }
  return {
    main: { answers: bytes(answers), sets: bytes(sets), database: bytes(database) },
    search: { sets: bytes(searchSets / searchThreads), database: bytes(searchDatabase / searchThreads) },
    index
  }
}

/** A part of a thread's memory: its limit and its size in bytes; undefined: the size is unknown. */
export interface MemoryFigures { part: string, limit: number, bytes: number | undefined }

/** Figures of all parts whose limit is not 0. @param cache the caches of the thread. */
export function memoryFigures (limits: Readonly<Record<string, number>>, cache?: AnswerCache): MemoryFigures[] {
  const sizes: Record<string, { bytes: number } | undefined> = { ...cache?.figures }
  return Object.entries(limits)
    .filter(([, limit]) => limit > 0)
    .map(([part, limit]) => ({ part, limit, bytes: sizes[part]?.bytes }))
}
