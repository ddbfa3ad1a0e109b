import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { OPERATOR } from '../../core/calls/actor.js'
import { ImportError } from '../import/records/problems.js'
import { JobInterruption, type JobClass, type JobRun } from '../../runtime/jobs/job-class.js'
import type { Services } from '../../resources/definition/services.js'
import { COLLECTION_TYPE_NAMES } from './read/collection-file.js'
import type { TransferProblem, TransferProgress } from './plan/report.js'
import { transferCollection, type TransferOptions, type TransferSummary } from './run/transfer.js'

/** Further problems are not logged. */
const LOGGED_PROBLEMS_MAX = 100

/** Arguments that are stored with the job, so that another process can resume it. */
export type TransferArgs = Omit<TransferOptions, 'isDryRun' | 'onProgress' | 'onProblem'>

/** Options of a transfer that runs in this process; `signal` stops it. */
export type TransferCall = TransferOptions & { signal?: AbortSignal }

type Observer = Pick<TransferCall, 'onProgress' | 'onProblem' | 'signal'>

/** Runs each transfer as a job. An interrupted one can be resumed, because the map of imported records is stored. */
export class Transferrer {
  readonly job: JobClass<TransferArgs>
  readonly #services: Services

  constructor (services: Services) {
    this.#services = services
    this.job = { name: 'Vitrine\\Job\\Transfer', run: async (job) => { await this.#transfer(job, {}) } }
  }

  /**
   * Imports a collection (see transferCollection) as a job in this process, or resumes an interrupted job with the
   * same arguments. A dry run is not stored as a job.
   * @throws ImportError, also when the job was stopped; a system error (with `code`) when a file cannot be read.
   */
  async run ({ isDryRun = false, onProgress, onProblem, signal, ...options }: TransferCall): Promise<TransferSummary> {
    const observer = {
      ...(onProgress !== undefined && { onProgress }),
      ...(onProblem !== undefined && { onProblem }),
      ...(signal !== undefined && { signal })
    }
    if (isDryRun) return await transferCollection(this.#services, { ...options, ...observer, isDryRun })
    const { file, files } = options
    const folder = files === undefined ? {} : { files: path.resolve(files) }
    const args: TransferArgs = { ...options, ...folder, file: path.resolve(file) }
    let summary: TransferSummary | undefined
    let failure: unknown
    await this.#services.jobs.perform(this.job.name, args, OPERATOR, async (job: JobRun<TransferArgs>) => {
      await this.#transfer(job, observer, (result) => {
        summary = result
      }).catch((error: unknown) => {
        failure = error
        throw error
      })
    })
    if (summary !== undefined) return summary
    if (!(failure instanceof JobInterruption)) throw failure
    throw new ImportError('The import was stopped. What came in stays; run it again to go on.')
  }

  /** @param onSummary called with the summary, even if errors in the file then make the job fail. */
  async #transfer (
    { args, log, advance }: JobRun<TransferArgs>, observer: Observer, onSummary?: (summary: TransferSummary) => void
  ): Promise<void> {
    let percent = 0
    const problems: TransferProblem[] = []
    const step = async ({ done, total }: TransferProgress): Promise<void> => {
      // Writing is synchronous: let the event loop handle other requests between two transactions.
      await setImmediate()
      if (observer.signal?.aborted === true) throw new JobInterruption('stopped')
      const reached = Math.floor(done / total * 100)
      // Only whole percents, because each report is a transaction.
      if (reached === percent) return
      percent = reached
      await advance(done, total)
    }
    try {
      const summary = await transferCollection(this.#services, {
        ...args,
        onProgress (progress) {
          observer.onProgress?.(progress)
          return progress.phase === 'write' ? step(progress) : undefined
        },
        onProblem (problem) {
          observer.onProblem?.(problem)
          if (problems.length < LOGGED_PROBLEMS_MAX) problems.push(problem)
        }
      })
      onSummary?.(summary)
      for (const line of linesOf(summary)) await log(line)
      if (!summary.isWritten) throw new ImportError('Nothing was imported, for the file has errors.')
    } finally {
      for (const problem of problems) await log(problemText(problem))
    }
  }
}

/** A problem in one line. */
export function problemText ({ severity, line, type, id, message }: TransferProblem): string {
  const where = line === 0 ? '' : `Line ${line}: `
  const what = type === undefined || id === undefined ? '' : `${type} ${id}: `
  return `${where}${severity === 'error' ? '' : `${severity}: `}${what}${message}`
}

/** Outcomes of the records, one line per type. */
export function linesOf ({ counts }: Pick<TransferSummary, 'counts'>): string[] {
  return COLLECTION_TYPE_NAMES.flatMap((type) => {
    const given = Object.entries(counts[type] ?? {}).filter(([, number]) => number > 0)
    return given.length === 0 ? [] : [`${type}: ${given.map(([outcome, number]) => `${number} ${outcome}`).join(', ')}`]
  })
}
