import type { Database } from '../../../db/query/statements/database.js'
import type { Terms } from '../../../db/query/statements/terms.js'
import type { Mount } from '../../core/answers/answer.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import type { Ignore } from './ignored.js'
import type { RunInWorker, TaskContext } from './tasks.js'

/** The context of a search: the database, its terms, and the viewer. */
export interface SearchContext extends TaskContext {
  readonly database: Database
  readonly terms: Terms
  /**
   * Cache of search results. Absent inside a transaction, which sees uncommitted data, and for representations that
   * differ from those of a read.
   */
  readonly cache?: AnswerCache | undefined
  /** Base of the addresses in answers to the embedding application; absent in a worker, which makes no answers. */
  readonly mount?: Mount | undefined
  /** Runs slow searches in a worker; absent in a worker, and when there are to be no workers. */
  readonly runInWorker?: RunInWorker | undefined
  /** Called with each part of a query that is ignored. */
  readonly ignore?: Ignore | undefined
}
