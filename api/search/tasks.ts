import type { Viewer } from '../../db/search/viewer.js'
import type { Representation } from '../answer.js'
import type { Query } from '../call.js'

/** The rows that a search finds. */
export interface SearchResult {
  /** Ids of the rows on the page, in their order. */
  readonly ids: readonly number[]
  /** How many rows match, whatever the page. */
  readonly total: number
  /** Cursor of the next page; of searches by cursor only, absent on the last page. */
  readonly next?: string | undefined
}

/** How many resources a search finds, and how many in each group of its facets, by the names of these. */
export interface Counts { total: number, facets: Record<string, Representation[]> }

/** The two kinds of search: for the rows of a page, or for the counts of facets. */
export type SearchWork =
  | { readonly kind: 'find', readonly pageSize: number }
  | { readonly kind: 'count', readonly namesOwners: boolean }

/** The part of a search context that can be sent to a worker. */
export interface TaskContext {
  readonly viewer: Viewer
  /** Key that cursors are encrypted with, 32 bytes. */
  readonly cursorSecret: Uint8Array
}

/** A search as a message to a worker. */
export interface SearchTask {
  readonly work: SearchWork
  /** Name of a built-in resource type. */
  readonly type: string
  readonly query: Query
  readonly context: TaskContext
}

/**
 * Runs a task in a worker, or `here` where there is none. One function serves one request: all tasks given to it share
 * one deadline.
 *
 * @throws BusyError when the queue is full, or the deadline has passed.
 */
export type RunInWorker = <T>(task: SearchTask, here: () => Promise<T>) => Promise<T>
