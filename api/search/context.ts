import type { Database } from '../../db/sqlite.js'
import type { Terms } from '../../db/terms.js'
import type { AnswerCache } from '../cache/answer-cache.js'
import type { RunInWorker, TaskContext } from './tasks.js'

/** What a search runs on: a snapshot of the data, its terms, and for whom. */
export interface SearchContext extends TaskContext {
  readonly database: Database
  readonly terms: Terms
  /** Results of earlier searches of committed data; absent inside a transaction and where a resource is shown in a special way. */
  readonly cache?: AnswerCache | undefined
  /** Runs slow searches elsewhere; absent in a worker, and where there are none. */
  readonly runInWorker?: RunInWorker | undefined
}
