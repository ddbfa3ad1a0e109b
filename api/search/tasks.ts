import type { Viewer } from '../../db/search/viewer.js'
import type { Representation } from '../answer.js'
import type { Query } from '../call.js'

/** Which rows a search finds. */
export interface Finding {
  /** Of the part that is asked for, in their order. */
  readonly ids: readonly number[]
  /** Of all rows found. */
  readonly total: number
  /** Cursor of the part that follows, if one was asked for by cursor. */
  readonly next?: string | undefined
}

/** How many resources a search finds, and how many in each group of its facets. */
export interface Counts { total: number, facets: Record<string, Representation[]> }

/** What a worker has to know of the request; all of it can be cloned. */
export interface TaskContext {
  readonly viewer: Viewer
  /** Key that cursors are encrypted with, 32 bytes. */
  readonly cursorSecret: Uint8Array
  /** The setting `fulltext_hides_private`: full text of private values is matched for those who see everything only. */
  readonly hidesPrivateText: boolean
}

/** What is to be known of a search: which rows it finds, or how many by facets. */
export type Work =
  | { readonly does: 'find', readonly pageSize: number }
  | { readonly does: 'count', readonly namesOwners: boolean }

/** A piece of work, as a worker is told. */
export interface Task<W extends Work = Work> {
  readonly work: W
  /** Name of a built-in resource type. */
  readonly type: string
  readonly query: Query
  readonly context: TaskContext
}

/** The result of each kind of work. */
export interface Results {
  find: Finding
  count: Counts
}

/** Runs tasks beside the main thread. */
export interface TaskRunner {
  /** @param here does the same on the main thread, for when there is no worker. @throws BusyError */
  do<W extends Work> (task: Task<W>, here: () => Promise<Results[W['does']]>): Promise<Results[W['does']]>
}
