import type { Settings } from './settings.js'

const MEGABYTE = 1024 * 1024

/**
 * How the setting `memory` is divided, in 64ths (`SHARES_TOTAL`). The shares of search and count threads are for all
 * of them together.
 */
const SHARES = {
  /** Answers and lists of them with the bytes that were sent, compressed ones, pages and parts of them, manifests. */
  answers: 17.5,
  /** What searches found, in the main thread. */
  sets: 2,
  /** The pages of the database that its two connections in the main thread hold. */
  database: 1.5,
  /** What the threads for searches cache: sets of ids and orders, pages of the database. */
  searchSets: 17,
  searchDatabase: 0.75,
  /** What the thread for counts caches: columns of values (at the most), sets of ids, pages of the database. */
  columns: 23.5,
  countSets: 1,
  countDatabase: 0.25,
  /** Page cache of the index thread's database connection. */
  indexDatabase: 0.5
}
const SHARES_TOTAL = 64

/**
 * Part of the share of columns that goes to answers where a smaller collection does not need it, out of what columns
 * have at the most. Little goes on, because memory that nobody needs is best left alone.
 */
const SPARE = 9.5

/**
 * What a collection gets of the memory if its columns need hardly any of it. The answers of a smaller one are made
 * again sooner, so that fewer need to be cached.
 */
const SMALLEST_SHARE = 7 / 8

/** Twice the actual size, which leaves room for growth. */
const BYTES_PER_VALUE = 10
const COLUMNS_MIN_BYTES = 4 * MEGABYTE

/** Bytes of a connection's page cache. */
export interface DatabaseMemory { database: number }

/** Bytes of sets of ids. */
export interface SearchMemory extends DatabaseMemory { sets: number }

/** The memory of a thread that counts, with bytes of columns of values. */
export interface CountMemory extends SearchMemory { columns: number }

/** The memory of the main thread, which also caches answers. */
export interface MainMemory extends SearchMemory { answers: number }

/** Bytes that the parts of the memory may take, together at most what the setting `memory` says. */
export interface MemoryLimits {
  main: MainMemory
  /** Limits of each search thread. */
  search: SearchMemory
  /** Limits of the count thread. */
  count: CountMemory
  /** Limits of the index thread. */
  index: DatabaseMemory
}

/**
 * Divides the memory. Without search threads the main thread gets their shares.
 * @param values approximate number of values: answers get some of the memory that their columns do not need.
 */
export function memoryLimitsOf (
  { memory, searchThreads }: Pick<Settings, 'memory' | 'searchThreads'>, values = 0
): MemoryLimits {
  const {
    answers, sets, database, searchSets, searchDatabase, columns: most, countSets, countDatabase, indexDatabase
  } = SHARES
  const columnBytes = COLUMNS_MIN_BYTES + values * BYTES_PER_VALUE
  const needed = Math.min(1, columnBytes / (memory * MEGABYTE * most / SHARES_TOTAL))
  const bytesOf = (part: number, shares: readonly number[]): number =>
    Math.floor(memory * MEGABYTE * part * shares.reduce((sum, share) => sum + share, 0) / SHARES_TOTAL)
  const bytes = (...shares: number[]): number => bytesOf(SMALLEST_SHARE + (1 - SMALLEST_SHARE) * needed, shares)
  // The main thread opens its connections before it can know how many values there are.
  const opened = (...shares: number[]): number => bytesOf(SMALLEST_SHARE, shares)
  const spare = SPARE * (1 - needed)
  const columns = most - spare
  if (searchThreads === 0) {
    return {
      main: {
        answers: bytes(answers, spare),
        sets: bytes(sets, searchSets, countSets, columns),
        database: opened(database, searchDatabase, countDatabase)
      },
      search: { sets: 0, database: 0 },
      count: { columns: 0, sets: 0, database: 0 },
      index: { database: bytes(indexDatabase) }
    }
  }
  const each = (share: number): number => bytes(share / searchThreads)
  return {
    main: { answers: bytes(answers, spare), sets: bytes(sets), database: opened(database) },
    search: { sets: each(searchSets), database: each(searchDatabase) },
    count: { columns: bytes(columns), sets: bytes(countSets), database: bytes(countDatabase) },
    index: { database: bytes(indexDatabase) }
  }
}
