import type { Store } from '../../../db/open/store.js'

/** A kind of job. Its name is stored with each job, so that any process can run or resume it. */
export interface JobClass<Args = unknown> {
  /** The `o:job_class` of its jobs. */
  readonly name: string
  /**
   * Does the work in short transactions. An error that it throws is logged and ends the job with the status `error`.
   */
  run (job: JobRun<Args>): Promise<void>
}

/** A running job, as passed to `JobClass.run`. */
export interface JobRun<Args = unknown> {
  readonly id: number
  readonly args: Args
  /** Account that added the job; null when there was none or it was deleted. */
  readonly ownerId: number | null
  readonly store: Store
  /** The last checkpoint of an interrupted run; undefined on the first run. */
  readonly checkpoint: unknown
  log (line: string): Promise<void>
  /**
   * Call it between two transactions. It stores the progress, and the checkpoint from which to resume.
   *
   * @throws JobInterruption when the work must end here; do not catch it.
   */
  advance (done: number, total: number, checkpoint?: unknown): Promise<void>
}

/** Thrown into a job when a user stopped it, its process shuts down, or the process has lost its claim. */
export class JobInterruption extends Error {
  constructor (readonly reason: 'stopped' | 'closing' | 'lost') {
    super(reason)
    this.name = new.target.name
  }
}
