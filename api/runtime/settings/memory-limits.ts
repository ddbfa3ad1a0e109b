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

/** Bytes of a connection's page cache. */
export interface DatabaseMemory { database: number }

/** Bytes of sets of ids. */
export interface SearchMemory extends DatabaseMemory { sets: number }

/** Limits of the main thread, which also caches answers. */
export interface MainMemory extends SearchMemory { answers: number }

/** Upper limits in bytes for everything cached in memory; together at most the setting `memory`. */
export interface MemoryLimits {
  main: MainMemory
  /** Limits of each search thread. */
  search: SearchMemory
  /** Limits of the index thread. */
  index: DatabaseMemory
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
