import type { Database } from '../../../db/query/statements/database.js'
import type { Terms } from '../../../db/query/statements/terms.js'
import type { Mount } from '../../core/answers/answer.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import type { Ignore } from './ignored.js'
import type { Viewer } from '../../../db/query/statements/viewer.js'
import type { IgnoredKey, Query } from '../../core/calls/call.js'

/** The context of a search: the database, its terms, and the viewer. */
export interface SearchContext extends TaskContext {
  readonly database: Database
  readonly terms: Terms
  /**
   * Cache of search results. Absent inside a transaction, which sees uncommitted data, and for representations that
   * differ from those of a read.
   */
  readonly cache?: AnswerCache | undefined
  /**
   * Version of the change log at the beginning of the request: cached answers and sets must reflect every write up to
   * it. Absent: every write up to the moment in which they are needed.
   */
  readonly version?: number | undefined
  /** Base of the addresses in answers to the embedding application; absent in a worker, which makes no answers. */
  readonly mount?: Mount | undefined
  /** Runs slow searches in a worker; absent in a worker, and when there are to be no workers. */
  readonly runInWorker?: RunInWorker | undefined
  /** Called with each part of a query that is ignored. */
  readonly ignore?: Ignore | undefined
}

export interface SearchResult {
  /** Ids of the rows on the page, in order. */
  readonly ids: readonly number[]
  /** Number of matching rows on all pages. */
  readonly total: number
  /** Cursor of the next page; only for searches by cursor, absent on the last page. */
  readonly next?: string | undefined
  /** Ignored parts of the query; absent: none. */
  readonly ignored?: readonly IgnoredKey[] | undefined
}

/**
 * The kinds of work: finding the rows of a page; finding all matching rows; finding the viewer's own resources, or the
 * hidden link targets; reading the links to a resource; and reading the group keys of a range of resources.
 */
export type SearchWork =
  | { readonly kind: 'find', readonly pageSize: number }
  | { readonly kind: 'match' }
  | { readonly kind: 'own' | 'hidden' }
  | { readonly kind: 'links', readonly id: number }
  | { readonly kind: 'keys', readonly counted: number, readonly from: number, readonly to: number }

/** For each value: its resource (ascending), its key (facets/groups.ts), and its flags (facet-rows.ts). */
export interface FacetKeys {
  readonly resources: Int32Array
  readonly keys: Float64Array
  readonly flags: Uint8Array
}

/** The part of a search context that can be sent to a worker. */
interface TaskContext {
  readonly viewer: Viewer
  /** Key that cursors are encrypted with, 32 bytes. */
  readonly cursorSecret: Uint8Array
  /** Whether full-text searches read documents that are not indexed yet; otherwise the index is up to date. */
  readonly readsTexts?: boolean | undefined
  /** Whether a worker bypasses its cache, so that the result can be compared with a cached one. */
  readonly withoutCache?: boolean | undefined
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
 * Runs a task in a worker, or by calling `here` if there is no worker. The function is made for one request: all tasks
 * that it runs share one deadline.
 *
 * @throws BusyError when the queue is full, or the deadline has passed.
 */
export type RunInWorker = <T>(task: SearchTask, here: () => Promise<T>) => Promise<T>

/**
 * Runs work in a worker, or by calling `here` if there is none. Workers only have the built-in resource types, not
 * types that an embedding application adds or changes.
 */
export async function offload<T> (
  type: { readonly name: string, readonly isExtension?: boolean },
  query: Query,
  { runInWorker, viewer, cursorSecret, readsTexts, withoutCache }: SearchContext,
  work: SearchWork,
  here: () => Promise<T>
): Promise<T> {
  if (runInWorker === undefined || type.isExtension === true) return await here()
  return await runInWorker(
    { work, type: type.name, query, context: { viewer, cursorSecret, readsTexts, withoutCache } }, here
  )
}
