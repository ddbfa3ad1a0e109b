import type { Store } from '../../db/store.js'

/** A kind of long work, which the runner can start, stop and take up again by its name. */
export interface JobClass<Args = any> {
  /** What jobs of this kind show as `o:job_class`. */
  readonly name: string
  /** Does the work in short transactions. Whatever it throws is logged, and ends the job with the status `error`. */
  run (job: JobRun<Args>): Promise<void>
}

/** One job while it runs, as its work sees it. */
export interface JobRun<Args = unknown> {
  readonly args: Args
  /** Who added it; null when that was nobody, or the account is gone. */
  readonly ownerId: number | null
  readonly store: Store
  /** What an earlier run that was interrupted gave `advance` last; undefined when this is the first. */
  readonly checkpoint: unknown
  log (line: string): Promise<void>
  /**
   * To be called between two transactions: shows how far the work has come, and remembers where to go on.
   *
   * @throws JobInterruption when the work is to end here: let it pass.
   */
  advance (done: number, total: number, checkpoint?: unknown): Promise<void>
}

/** Ends the work of a job that somebody has stopped, or whose process ends. */
export class JobInterruption extends Error {
  constructor (readonly reason: 'stopped' | 'closing') {
    super(reason)
    this.name = new.target.name
  }
}
