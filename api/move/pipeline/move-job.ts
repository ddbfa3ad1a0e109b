import { setImmediate } from 'node:timers/promises'
import type { Actor } from '../../core/calls/actor.js'
import { JobInterruption, type JobClass, type JobRun } from '../../runtime/jobs/job-class.js'
import type { Jobs } from '../../runtime/jobs/jobs.js'
import { ImportError, problemLine, type Problem } from './problems.js'

/** Further problems are not logged. */
const LOGGED_PROBLEMS_MAX = 100

/** A file is checked before it is written: `check` counts in units of the file, `write` counts records. */
export interface MoveProgress {
  phase: 'check' | 'write'
  done: number
  total: number
}

/** Options that records, tables and collections have in common. */
export interface MoveOptions {
  /** Check everything, write nothing. */
  isDryRun?: boolean
  /** Leave out records with errors, and files that cannot be had, instead of importing nothing. */
  continueOnError?: boolean
  /** Records per transaction; default: 1000, fewer if they have files. */
  batchSize?: number
  /** Awaited while checking and after each transaction. An error that it throws ends the import. */
  onProgress?: ((progress: MoveProgress) => unknown) | undefined
  onProblem?: ((problem: Problem) => void) | undefined
  /** Stops the job. */
  signal?: AbortSignal | undefined
}

/** What the caller in this process observes, and how it stops the job. */
type MoveObserver = Pick<MoveOptions, 'onProgress' | 'onProblem' | 'signal'>

/** The options that are stored with the job, so that another process can resume it. */
export type StoredOptions<Options> = Omit<Options, 'isDryRun' | keyof MoveObserver>

const IMPORT_STOPPED = 'The import was stopped. Records that it has written stay. Run it again to continue.'

/** The outcome of a job that has written nothing, because its file has errors. Fails the job. */
class RefusedFileError extends ImportError {
  constructor (readonly summary: unknown) {
    super('Nothing was imported, because the file has errors.')
  }
}

/**
 * Runs a job in this process, or resumes an interrupted one with these arguments.
 *
 * @param stopped message for a job that was stopped. @returns its result. @throws the job's error; ImportError when it
 * was stopped.
 */
export async function performJob<Args, Result> (
  jobs: Jobs, name: string, args: Args, actor: Actor, work: (job: JobRun<Args>) => Promise<Result>, stopped: string
): Promise<Result> {
  let outcome: { result: Result } | { failure: unknown } = { failure: undefined }
  await jobs.perform(name, args, actor, async (job: JobRun<Args>) => {
    try {
      outcome = { result: await work(job) }
    } catch (failure) {
      outcome = { failure }
      throw failure
    }
  })
  if ('result' in outcome) return outcome.result as Result
  const { failure } = outcome as { failure: unknown }
  if (failure instanceof RefusedFileError) return failure.summary as Result
  throw failure instanceof JobInterruption ? new ImportError(stopped) : failure
}

/** Lets the event loop handle other requests, because writing is synchronous. @throws JobInterruption */
export async function pauseJob (signal: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  if (signal?.aborted === true) throw new JobInterruption('stopped')
}

/** What the work of a job reports to; `onProgress` must be awaited. */
interface Hooks {
  onProgress: (progress: MoveProgress) => Promise<void>
  onProblem: (problem: Problem) => void
}

/** How a kind of import moves records in as a job. */
interface Move<Args, Summary> {
  /** Moves the records. */
  work (job: JobRun<Args>, hooks: Hooks): Promise<Summary>
  /** Lines for the log. */
  linesOf (summary: Summary): string[]
  /** Whether the file has errors, so that nothing was written. */
  isRefused (summary: Summary, args: Args): boolean
  /** Minimal interval of progress reports; default 0. Each one is a transaction. */
  readonly reportIntervalMs?: number
}

/**
 * A kind of import as a job. The caller's process runs it with an observer; another process can resume it with the
 * stored arguments.
 */
export class MoveJob<Args, Summary> implements JobClass<Args> {
  readonly run: JobClass<Args>['run']

  constructor (private readonly jobs: Jobs, readonly name: string, private readonly move: Move<Args, Summary>) {
    this.run = async (job) => { await runMove(job, {}, move) }
  }

  /**
   * Runs the job in this process, or resumes an interrupted one with these arguments.
   * @param own what this call does differently.
   * @throws the error of the work; ImportError when the job was stopped.
   */
  async perform (
    args: Args, actor: Actor, observer: MoveObserver, own: Partial<Move<Args, Summary>> = {}
  ): Promise<Summary> {
    const move = { ...this.move, ...own }
    return await performJob<Args, Summary>(
      this.jobs, this.name, args, actor, async (job) => await runMove(job, observer, move), IMPORT_STOPPED
    )
  }
}

/**
 * Stores the progress of a move, lets other requests run, stops when the caller wants it, and logs the outcome and the
 * first problems.
 */
async function runMove<Args, Summary> (
  job: JobRun<Args>, { onProgress, onProblem, signal }: MoveObserver,
  { work, linesOf, isRefused, reportIntervalMs = 0 }: Move<Args, Summary>
): Promise<Summary> {
  let reported = { phase: '', percent: 0, at: -Infinity }
  const problems: Problem[] = []
  const step = async ({ phase, done, total }: MoveProgress): Promise<void> => {
    await pauseJob(signal)
    const percent = Math.floor(done / total * 100)
    const at = performance.now()
    if (percent === reported.percent || (phase === reported.phase && at - reported.at < reportIntervalMs)) return
    reported = { phase, percent, at }
    await job.advance(phase === 'check' ? 0 : done, total)
  }
  try {
    const summary = await work(job, {
      async onProgress (progress) {
        onProgress?.(progress)
        await step(progress)
      },
      onProblem (problem) {
        onProblem?.(problem)
        if (problems.length < LOGGED_PROBLEMS_MAX) problems.push(problem)
      }
    })
    for (const line of linesOf(summary)) await job.log(line)
    if (isRefused(summary, job.args)) throw new RefusedFileError(summary)
    return summary
  } finally {
    for (const problem of problems) await job.log(problemLine(problem))
  }
}
