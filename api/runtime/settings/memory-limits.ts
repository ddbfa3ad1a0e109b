import type { Settings } from './settings.js'

const MEGABYTE = 1024 * 1024

/**
 * How the memory is divided, in parts that add up to WHOLE. What threads for searches keep is here once, however many
 * of them there are.
 */
const SHARES = {
  /** Answers to reads, and lists of them, with the bytes that were sent. */
  representations: 8,
  lists: 10,
  /** What searches found, and what resources have that were written lately, in the main thread. */
  results: 0.5,
  written: 0.5,
  /** Sets of ids in the main thread, and the groups that facets count by. */
  idLists: 22.25,
  /** Compressed answers, pages for people, parts of them, manifests. */
  compressed: 1,
  pages: 2.5,
  fragments: 1,
  manifests: 0.5,
  /** The pages of the database that its two connections in the main thread hold. */
  database: 1.25,
  /** What the threads for searches keep: what they found, what was written lately, sets of ids and orders, pages. */
  searchResults: 2.25,
  searchWritten: 0.5,
  searchIdLists: 12.5,
  searchDatabase: 0.75,
  /** The pages of the database that the thread holds which brings indexes up to date. */
  indexDatabase: 0.5
}
const WHOLE = 64

/** Bytes of the pages of the database that a connection holds. */
export interface DatabaseMemory { database: number }

/** Bytes of what searches found, of what resources have that were written lately, and of sets of ids. */
export interface SearchMemory extends DatabaseMemory { results: number, written: number, idLists: number }

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
  /** Of the thread that brings indexes up to date. */
  index: DatabaseMemory
}

/** Divides the memory; without threads for searches the main thread has their shares, too. */
export function memoryLimitsOf (
  { memory, searchThreads }: Pick<Settings, 'memory' | 'searchThreads'>
): MemoryLimits {
  const {
    results, written, idLists, database, searchResults, searchWritten, searchIdLists, searchDatabase, indexDatabase,
    ...answers
  } = SHARES
  const bytes = (...shares: number[]): number =>
    Math.floor(memory * MEGABYTE * shares.reduce((sum, share) => sum + share, 0) / WHOLE)
  const main = {
    representations: bytes(answers.representations),
    lists: bytes(answers.lists),
    compressed: bytes(answers.compressed),
    pages: bytes(answers.pages),
    fragments: bytes(answers.fragments),
    manifests: bytes(answers.manifests)
  }
  if (searchThreads === 0) {
    return {
      main: {
        ...main,
        results: bytes(results, searchResults),
        written: bytes(written, searchWritten),
        idLists: bytes(idLists, searchIdLists),
        database: bytes(database, searchDatabase)
      },
      search: { results: 0, written: 0, idLists: 0, database: 0 },
      index: { database: bytes(indexDatabase) }
    }
  }
  const each = (share: number): number => bytes(share / searchThreads)
  return {
    main: {
      ...main, results: bytes(results), written: bytes(written), idLists: bytes(idLists), database: bytes(database)
    },
    search: {
      results: each(searchResults),
      written: each(searchWritten),
      idLists: each(searchIdLists),
      database: each(searchDatabase)
    },
    index: { database: bytes(indexDatabase) }
  }
}
