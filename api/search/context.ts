import type { Database } from '../../db/sqlite.js'
import type { Terms } from '../../db/terms.js'
import type { AnswerCache } from '../cache/answer-cache.js'
import type { RunInWorker, TaskContext } from './tasks.js'

/** What a search needs: a snapshot of the data, its terms, and the viewer. */
export interface SearchContext extends TaskContext {
  readonly database: Database
  readonly terms: Terms
  /**
   * Results of earlier searches of committed data; absent inside a transaction and for representations that differ from
   * the usual.
   */
  readonly cache?: AnswerCache | undefined
  /** Runs slow searches elsewhere; absent in a worker, and where there are none. */
  readonly runInWorker?: RunInWorker | undefined
}
