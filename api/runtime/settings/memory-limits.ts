import type { Settings } from './settings.js'

const MEGABYTE = 1024 * 1024

/**
 * How the setting `memory` is divided, in 64ths (`SHARES_TOTAL`). The shares of search and count threads are for all
 * of them together.
 */
const SHARES = {
  /** Cached representations of resources and of lists, including the bytes that are sent. */
  representations: 9,
  lists: 5,
  /** In the main thread: search results, values of recently written resources, id sets. */
  results: 0.5,
  written: 0.5,
  idLists: 1,
  /** Compressed answers, pages, fragments of pages, IIIF manifests. */
  compressed: 1,
  pages: 1,
  fragments: 1,
  manifests: 0.5,
  /** Page caches of the main thread's two database connections. */
  database: 1.5,
  /** Of the search threads: search results, values of recent writes, id sets and orders, page caches. */
  searchResults: 2.5,
  searchWritten: 0.5,
  searchIdLists: 14,
  searchDatabase: 0.75,
  /** Of the count thread: columns of values (upper limit); the rest as in the search threads. */
  columns: 23.5,
  countResults: 0.25,
  countWritten: 0.25,
  countIdLists: 0.5,
  countDatabase: 0.25,
  /** Page cache of the index thread's database connection. */
  indexDatabase: 0.5
}
const SHARES_TOTAL = 64

/**
 * What answers may take of the columns' share when a smaller collection's columns do not need it. Only a little,
 * because unused memory is best left to the operating system.
 */
const SPARE_SHARES = { lists: 7.5, pages: 2 }

/**
 * The part of the memory that is used when columns need hardly any. A small collection recomputes evicted answers
 * quickly, so it needs to cache fewer.
 */
const SMALLEST_SHARE = 7 / 8

/** Twice the actual size, which leaves room for growth. */
const BYTES_PER_VALUE = 10
const COLUMNS_MIN_BYTES = 4 * MEGABYTE

/** Bytes of a connection's page cache. */
export interface DatabaseMemory { database: number }

/** Bytes of search results, values of recently written resources, and id sets. */
export interface SearchMemory extends DatabaseMemory { results: number, written: number, idLists: number }

/** Limits of the thread that counts: in addition, bytes of columns of values. */
export interface CountMemory extends SearchMemory { columns: number }

/** Limits of the main thread, which also caches answers. */
export interface MainMemory extends SearchMemory {
  representations: number
  lists: number
  compressed: number
  pages: number
  fragments: number
  manifests: number
}

/** Upper limits in bytes for everything cached in memory; together at most the setting `memory`. */
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
    results, written, idLists, database, searchResults, searchWritten, searchIdLists, searchDatabase, columns: most,
    countResults, countWritten, countIdLists, countDatabase, indexDatabase
  } = SHARES
  const columnBytes = COLUMNS_MIN_BYTES + values * BYTES_PER_VALUE
  const needed = Math.min(1, columnBytes / (memory * MEGABYTE * most / SHARES_TOTAL))
  const bytesOf = (part: number, shares: readonly number[]): number =>
    Math.floor(memory * MEGABYTE * part * shares.reduce((sum, share) => sum + share, 0) / SHARES_TOTAL)
  const bytes = (...shares: number[]): number => bytesOf(SMALLEST_SHARE + (1 - SMALLEST_SHARE) * needed, shares)
  // The main thread opens its connections before it can know the number of values.
  const opened = (...shares: number[]): number => bytesOf(SMALLEST_SHARE, shares)
  const spare = (part: keyof typeof SPARE_SHARES): number => SPARE_SHARES[part] * (1 - needed)
  const columns = most - spare('lists') - spare('pages')
  const main = {
    representations: bytes(SHARES.representations),
    lists: bytes(SHARES.lists, spare('lists')),
    compressed: bytes(SHARES.compressed),
    pages: bytes(SHARES.pages, spare('pages')),
    fragments: bytes(SHARES.fragments),
    manifests: bytes(SHARES.manifests)
  }
  if (searchThreads === 0) {
    return {
      main: {
        ...main,
        results: bytes(results, searchResults, countResults, columns / 2),
        written: bytes(written, searchWritten, countWritten),
        idLists: bytes(idLists, searchIdLists, countIdLists, columns / 2),
        database: opened(database, searchDatabase, countDatabase)
      },
      search: { results: 0, written: 0, idLists: 0, database: 0 },
      count: { columns: 0, results: 0, written: 0, idLists: 0, database: 0 },
      index: { database: bytes(indexDatabase) }
    }
  }
  const each = (share: number): number => bytes(share / searchThreads)
  return {
    main: {
      ...main, results: bytes(results), written: bytes(written), idLists: bytes(idLists), database: opened(database)
    },
    search: {
      results: each(searchResults),
      written: each(searchWritten),
      idLists: each(searchIdLists),
      database: each(searchDatabase)
    },
    count: {
      columns: bytes(columns),
      results: bytes(countResults),
      written: bytes(countWritten),
      idLists: bytes(countIdLists),
      database: bytes(countDatabase)
    },
    index: { database: bytes(indexDatabase) }
  }
}
