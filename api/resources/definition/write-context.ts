import type { Actor } from '../../core/calls/actor.js'
import type { Call } from '../../core/calls/call.js'
import type { FileServices } from '../../files/file-services.js'
import type { Jobs } from '../../runtime/jobs/jobs.js'
import type { ReadContext } from './read-context.js'

/** The context of a write: that of a read, with the call, its actor, and the files. */
export interface WriteContext extends ReadContext {
  /** Within a transaction this sees the transaction's own changes. */
  readonly database: ReadContext['database']
  readonly actor: Actor
  readonly call: Call
  readonly files: FileServices
  readonly jobs: Jobs
}
