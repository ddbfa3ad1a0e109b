import type { Viewer } from '../../db/search/viewer.js'
import type { Database } from '../../db/sqlite.js'
import type { Terms } from '../../db/terms.js'
import type { Memory } from '../cache/answer-cache.js'
import type { SearchThreads } from './worker/search-threads.js'

/** What rows are found in: a snapshot of the data, its meaning, and who looks. */
export interface SearchContext {
  readonly database: Database
  readonly terms: Terms
  readonly viewer: Viewer
  /** What is remembered of what was committed; absent inside a transaction and where a resource is shown in a special way. */
  readonly memory?: Memory | undefined
  /** Where slow searches are done; absent: here. */
  readonly threads?: SearchThreads | undefined
  /** What cursors are sealed with, 32 bytes. */
  readonly cursorSecret: Uint8Array
  /** The setting `fulltext_hides_private`: what of public resources is private is full text only to those who see everything. */
  readonly hidesPrivateText: boolean
}
