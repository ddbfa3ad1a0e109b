import type { Settings } from './settings.js'

const MEGABYTE = 1024 * 1024

/**
 * How the memory is divided, in parts that add up to WHOLE. What threads for searches and for counts keep is here once,
 * however many of them there are.
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
  /** The pages of the database that the thread holds which brings indexes up to date. */
  indexDatabase: 0.5
}
const WHOLE = 64

/**
 * Part of the share of columns that goes to answers where a smaller collection does not need it, out of what columns
 * have at the most. Little goes on, because memory that nobody needs is best left alone.
 */
const SPARE = 9.5

/**
 * What a collection gets of the memory if its columns need hardly any of it. The answers of a smaller one are made
 * again sooner, so that fewer need to be cached.
 */
const LEAST = 7 / 8

/** Bytes of columns for each value, with room for as many more. */
const COLUMN_BYTES = 10
/** Bytes of columns in any case. */
const COLUMNS_AT_LEAST = 4 * MEGABYTE

/** Bytes of the pages of the database that a connection holds. */
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
    answers, sets, database, searchSets, searchDatabase, columns: most, countSets, countDatabase, indexDatabase
  } = SHARES
  const needed = Math.min(1, (COLUMNS_AT_LEAST + values * COLUMN_BYTES) / (memory * MEGABYTE * most / WHOLE))
  const bytesOf = (part: number, shares: readonly number[]): number =>
    Math.floor(memory * MEGABYTE * part * shares.reduce((sum, share) => sum + share, 0) / WHOLE)
  const bytes = (...shares: number[]): number => bytesOf(LEAST + (1 - LEAST) * needed, shares)
  // The main thread opens its connections before it can know how many values there are.
  const opened = (...shares: number[]): number => bytesOf(LEAST, shares)
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
