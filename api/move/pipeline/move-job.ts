import { setImmediate } from 'node:timers/promises'
import type { Actor } from '../../core/calls/actor.js'
import { JobInterruption, type JobRun } from '../../runtime/jobs/job-class.js'
import type { Jobs } from '../../runtime/jobs/jobs.js'
import { ImportError } from './problems.js'

/** Further problems are not logged. */
const LOGGED_PROBLEMS_MAX = 100

/** A file is checked before it is written: `check` counts in units of the file, `write` counts records. */
export interface MoveProgress {
  phase: 'check' | 'write'
  done: number
  total: number
}

/** Callbacks of the caller in this process; `signal` stops the job. */
export interface MoveObserver<P> {
  onProgress?: (progress: MoveProgress) => unknown
  onProblem?: (problem: P) => void
  signal?: AbortSignal
}

/** The observer among the options of a call, and the other options. */
export function withObserver<P, T extends MoveObserver<P>> (
  { onProgress, onProblem, signal, ...options }: T
): { observer: MoveObserver<P>, options: Omit<T, keyof MoveObserver<P>> } {
  const observer = {
    ...(onProgress !== undefined && { onProgress }),
    ...(onProblem !== undefined && { onProblem }),
    ...(signal !== undefined && { signal })
  }
  return { observer, options }
}

/** Message of an import that was stopped. */
export const IMPORT_STOPPED = 'The import was stopped. What came in stays; run it again to go on.'

/** The outcome of a job that has written nothing, because its file has errors. Fails the job. */
class RefusedFileError extends ImportError {
  constructor (readonly summary: unknown) {
    super('Nothing was imported, for the file has errors.')
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

/** How a job moves records in: what it does, and how its outcome and problems are logged. */
interface Move<P, Summary> {
  /** Moves the records; it reports to the observer, and awaits `onProgress`. */
  work (observer: Required<Pick<MoveObserver<P>, 'onProgress' | 'onProblem'>>): Promise<Summary>
  /** Lines for the log. */
  linesOf (summary: Summary): string[]
  textOf (problem: P): string
  /** Whether the file has errors, so that nothing was written. */
  isRefused (summary: Summary): boolean
  /** Minimal interval of reports: each one is a transaction. */
  readonly reportIntervalMs: number
}

/**
 * Moves records in as a job: stores its progress, lets other requests run, stops when the caller wants it, and logs the
 * outcome and the first problems.
 */
export async function runMove<P, Summary> (
  { log, advance }: Pick<JobRun, 'log' | 'advance'>, { onProgress, onProblem, signal }: MoveObserver<P>,
  { work, linesOf, textOf, isRefused, reportIntervalMs }: Move<P, Summary>
): Promise<Summary> {
  let reported = { phase: '', percent: 0, at: -Infinity }
  const problems: P[] = []
  const step = async ({ phase, done, total }: MoveProgress): Promise<void> => {
    await pauseJob(signal)
    const percent = Math.floor(done / total * 100)
    const at = performance.now()
    if (percent === reported.percent || (phase === reported.phase && at - reported.at < reportIntervalMs)) return
    reported = { phase, percent, at }
    await advance(phase === 'check' ? 0 : done, total)
  }
  try {
    const summary = await work({
      async onProgress (progress) {
        onProgress?.(progress)
        await step(progress)
      },
      onProblem (problem) {
        onProblem?.(problem)
        if (problems.length < LOGGED_PROBLEMS_MAX) problems.push(problem)
      }
    })
    for (const line of linesOf(summary)) await log(line)
    if (isRefused(summary)) throw new RefusedFileError(summary)
    return summary
  } finally {
    for (const problem of problems) await log(textOf(problem))
  }
}
