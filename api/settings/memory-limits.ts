import type { Settings } from './settings.js'

const MEGABYTE = 1024 * 1024

/**
 * How the memory is divided, in parts that add up to WHOLE. What threads for searches and for counts keep is here once,
 * however many of them there are.
 */
const SHARES = {
  /** Answers to reads, and lists of them, with the bytes that were sent. */
  representations: 10,
  lists: 5,
  /** What searches found, and sets of ids, in the main thread. */
  results: 1,
  idLists: 1,
  /** Compressed answers, pages for people, parts of them, manifests. */
  compressed: 1,
  pages: 1,
  fragments: 1,
  manifests: 1,
  /** The pages of the database that its two connections in the main thread hold. */
  database: 2.5,
  /** What the threads for searches keep: what they found, sets of ids and orders, pages of the database. */
  searchResults: 3,
  searchIdLists: 8,
  searchDatabase: 2,
  /** What the thread for counts keeps: columns of values (at the most), what it found, sets of ids, pages. */
  columns: 26,
  countResults: 0.5,
  countIdLists: 0.5,
  countDatabase: 0.5
}
const WHOLE = 64

/** How what the columns of a smaller collection do not need is divided, in parts that add up to 22. */
const SPARE = { representations: 6, lists: 9, compressed: 1, pages: 4, fragments: 2, manifests: 0 }
const SPARE_WHOLE = 22

/** Bytes of columns for each value, with room for half as many more. */
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

/** Bytes that the parts of what is kept in memory may take. Together they are what the setting `memory` says. */
export interface MemoryLimits {
  main: MainMemory
  /** Of each thread for searches. */
  search: SearchMemory
  /** Of the thread for counts. */
  count: CountMemory
}

/**
 * Divides the memory; without threads for searches the main thread has their shares, too.
 *
 * @param values how many there are, roughly: what their columns do not need is given to answers.
 */
export function memoryLimitsOf (
  { memory, searchThreads }: Pick<Settings, 'memory' | 'searchThreads'>, values = 0
): MemoryLimits {
  const bytes = (...shares: number[]): number =>
    Math.floor(memory * MEGABYTE * shares.reduce((sum, share) => sum + share, 0) / WHOLE)
  const {
    results, idLists, database, searchResults, searchIdLists, searchDatabase, columns: most, countResults, countIdLists,
    countDatabase
  } = SHARES
  const columns = Math.min(most, (COLUMNS_AT_LEAST + values * COLUMN_BYTES) / (memory * MEGABYTE) * WHOLE)
  const bytesOf = (part: keyof typeof SPARE): number =>
    bytes(SHARES[part], (most - columns) * SPARE[part] / SPARE_WHOLE)
  const main = {
    representations: bytesOf('representations'),
    lists: bytesOf('lists'),
    compressed: bytesOf('compressed'),
    pages: bytesOf('pages'),
    fragments: bytesOf('fragments'),
    manifests: bytesOf('manifests')
  }
  if (searchThreads === 0) {
    return {
      main: {
        ...main,
        results: bytes(results, searchResults, countResults, columns / 2),
        idLists: bytes(idLists, searchIdLists, countIdLists, columns / 2),
        database: bytes(database, searchDatabase, countDatabase)
      },
      search: { results: 0, idLists: 0, database: 0 },
      count: { columns: 0, results: 0, idLists: 0, database: 0 }
    }
  }
  const each = (share: number): number => bytes(share / searchThreads)
  return {
    main: { ...main, results: bytes(results), idLists: bytes(idLists), database: bytes(database) },
    search: { results: each(searchResults), idLists: each(searchIdLists), database: each(searchDatabase) },
    count: {
      columns: bytes(columns),
      results: bytes(countResults),
      idLists: bytes(countIdLists),
      database: bytes(countDatabase)
    }
  }
}
