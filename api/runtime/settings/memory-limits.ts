import type { Settings } from './settings.js'

const MEGABYTE = 1024 * 1024

/**
 * How the memory is divided, in parts that add up to WHOLE. What threads for searches and for counts keep is here once,
 * however many of them there are.
 */
const SHARES = {
  /** Answers to reads, and lists of them, with the bytes that were sent. */
  representations: 9,
  lists: 5,
  /** What searches found, and sets of ids, in the main thread. */
  results: 0.5,
  idLists: 1.5,
  /** Compressed answers, pages for people, parts of them, manifests. */
  compressed: 1,
  pages: 1,
  fragments: 1,
  manifests: 0.5,
  /** The pages of the database that its two connections in the main thread hold. */
  database: 1.5,
  /** What the threads for searches keep: what they found, sets of ids and orders, pages. */
  searchResults: 2.5,
  searchIdLists: 14.5,
  searchDatabase: 0.75,
  /** What the thread for counts keeps: columns of values (at the most), the rest as the threads for searches. */
  columns: 23.5,
  countResults: 0.25,
  countIdLists: 0.75,
  countDatabase: 0.25,
  /** The pages of the database that the thread holds which brings indexes up to date. */
  indexDatabase: 0.5
}
const WHOLE = 64

/**
 * Parts of the share of columns that go to answers where a smaller collection does not need them: of as many as columns
 * have at the most. Little goes on, because memory that nobody needs is best left alone.
 */
const SPARE = { lists: 7.5, pages: 2 }

/**
 * What a collection gets of the memory if its columns need hardly any of it. The answers of a smaller one are made
 * again sooner, so that fewer need to be kept.
 */
const LEAST = 7 / 8

/** Bytes of columns for each value, with room for as many more. */
const COLUMN_BYTES = 10
/** Bytes of columns in any case. */
const COLUMNS_AT_LEAST = 4 * MEGABYTE

/** Bytes of the pages of the database that a connection holds. */
export interface DatabaseMemory { database: number }

/** Bytes of what searches found, and of sets of ids. */
export interface SearchMemory extends DatabaseMemory { results: number, idLists: number }

/** The same in a thread that counts, and bytes of columns of values. */
export interface CountMemory extends SearchMemory { columns: number }

/** The same in the main thread, which also keeps answers. */
export interface MainMemory extends SearchMemory {
  representations: number
  lists: number
  compressed: number
  pages: number
  fragments: number
  manifests: number
}

/** Bytes that the parts of what is kept in memory may take: together at the most what the setting `memory` says. */
export interface MemoryLimits {
  main: MainMemory
  /** Of each thread for searches. */
  search: SearchMemory
  /** Of the thread for counts. */
  count: CountMemory
  /** Of the thread that brings indexes up to date. */
  index: DatabaseMemory
}

/**
 * Divides the memory; without threads for searches the main thread has their shares, too.
 *
 * @param values how many there are, roughly: some of what their columns do not need is given to answers.
 */
export function memoryLimitsOf (
  { memory, searchThreads }: Pick<Settings, 'memory' | 'searchThreads'>, values = 0
): MemoryLimits {
  const {
    results, idLists, database, searchResults, searchIdLists, searchDatabase, columns: most,
    countResults, countIdLists, countDatabase, indexDatabase
  } = SHARES
  const needed = Math.min(1, (COLUMNS_AT_LEAST + values * COLUMN_BYTES) / (memory * MEGABYTE * most / WHOLE))
  const bytesOf = (part: number, shares: readonly number[]): number =>
    Math.floor(memory * MEGABYTE * part * shares.reduce((sum, share) => sum + share, 0) / WHOLE)
  const bytes = (...shares: number[]): number => bytesOf(LEAST + (1 - LEAST) * needed, shares)
  // The main thread opens its connections before it can know how many values there are.
  const opened = (...shares: number[]): number => bytesOf(LEAST, shares)
  const spare = (part: keyof typeof SPARE): number => SPARE[part] * (1 - needed)
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
        idLists: bytes(idLists, searchIdLists, countIdLists, columns / 2),
        database: opened(database, searchDatabase, countDatabase)
      },
      search: { results: 0, idLists: 0, database: 0 },
      count: { columns: 0, results: 0, idLists: 0, database: 0 },
      index: { database: bytes(indexDatabase) }
    }
  }
  const each = (share: number): number => bytes(share / searchThreads)
  return {
    main: {
      ...main, results: bytes(results), idLists: bytes(idLists), database: opened(database)
    },
    search: {
      results: each(searchResults),
      idLists: each(searchIdLists),
      database: each(searchDatabase)
    },
    count: {
      columns: bytes(columns),
      results: bytes(countResults),
      idLists: bytes(countIdLists),
      database: bytes(countDatabase)
    },
    index: { database: bytes(indexDatabase) }
  }
}
