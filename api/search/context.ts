import type { Database } from '../../db/sqlite.js'
import type { Terms } from '../../db/terms.js'
import type { Memory } from '../cache/answer-cache.js'
import type { TaskContext, TaskRunner } from './tasks.js'

/** What rows are found in: a snapshot of the data, its meaning, and who looks. */
export interface SearchContext extends TaskContext {
  readonly database: Database
  readonly terms: Terms
  /** What is remembered of what was committed; absent inside a transaction and where a resource is shown in a special way. */
  readonly memory?: Memory | undefined
  /** Where slow searches are done; absent: here. */
  readonly threads?: TaskRunner | undefined
}
