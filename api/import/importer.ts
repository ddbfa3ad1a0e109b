import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { OPERATOR } from '../access/actor.js'
import { JobInterruption, type JobClass, type JobRun } from '../jobs/job-class.js'
import type { Services } from '../services.js'
import { importFile, sourceOf, type ImportOptions, type ImportProgress, type ImportSummary } from './import.js'
import { ImportError, type Problem } from './problems.js'

/** Maximal number of problems in the log of a job. */
const MAX_LOGGED = 20

/** Arguments stored with the job, so that another process can resume it. */
export type ImportArgs =
  Omit<ImportOptions, 'isDryRun' | 'onProgress' | 'onProblem'> & { source: string }

/** Options of an import that runs in this process; `signal` stops it. */
export type ImportCall = ImportOptions & { signal?: AbortSignal }

type Observer = Pick<ImportCall, 'onProgress' | 'onProblem' | 'signal'>

/** Runs each import as a job. An interrupted import is resumed, because imported labels are stored. */
export class Importer {
  readonly job: JobClass<ImportArgs>
  readonly #services: Services

  constructor (services: Services) {
    this.#services = services
    this.job = { name: 'Vitrine\\Job\\Import', run: async (job) => { await this.#import(job, {}) } }
  }

  /**
   * Imports a file (see importFile) as a job that runs in this process, and resumes an interrupted job with the same
   * arguments. A dry run is not recorded as a job.
   *
   * @throws ImportError, also when the job was stopped; a system error (with `code`) when the file cannot be read.
   */
  async run ({ isDryRun = false, onProgress, onProblem, signal, ...options }: ImportCall): Promise<ImportSummary> {
    const observer = {
      ...(onProgress !== undefined && { onProgress }),
      ...(onProblem !== undefined && { onProblem }),
      ...(signal !== undefined && { signal })
    }
    if (isDryRun) return await this.#importFile({ ...options, ...observer, isDryRun })
    const args: ImportArgs = {
      ...options,
      file: path.resolve(options.file),
      ...(typeof options.files === 'string' && { files: path.resolve(options.files) }),
      source: options.source ?? sourceOf(options.file)
    }
    let summary: ImportSummary | undefined
    let failure: unknown
    await this.#services.jobs.perform(
      this.job.name,
      args,
      { ...OPERATOR, id: options.ownerId ?? null },
      async (job: JobRun<ImportArgs>) => {
        await this.#import(job, observer, (result) => {
          summary = result
        }).catch((error: unknown) => {
          failure = error
          throw error
        })
      }
    )
    if (summary !== undefined) return summary
    if (!(failure instanceof JobInterruption)) throw failure
    throw new ImportError('The import was stopped. What came in stays; run it again to go on.')
  }

  async #importFile (options: ImportOptions, jobId?: number): Promise<ImportSummary> {
    return await importFile(this.#services, options, jobId)
  }

  /** @param onSummary called with the outcome, also when errors of the file then make the job fail. */
  async #import (
    { id, args, log, advance }: JobRun<ImportArgs>,
    { onProgress, onProblem, signal }: Observer,
    onSummary?: (summary: ImportSummary) => void
  ): Promise<void> {
    let percent = 0
    const problems: Problem[] = []
    const step = async ({ done, total }: ImportProgress): Promise<void> => {
      // Writing is synchronous: let the event loop serve others between two transactions.
      await setImmediate()
      if (signal?.aborted === true) throw new JobInterruption('stopped')
      const reached = Math.floor(done / total * 100)
      // Report only whole percents, because each report is a transaction.
      if (reached === percent) return
      percent = reached
      await advance(done, total)
    }
    try {
      const summary = await this.#importFile({
        ...args,
        onProgress (progress) {
          onProgress?.(progress)
          return progress.phase === 'write' ? step(progress) : undefined
        },
        onProblem (problem) {
          onProblem?.(problem)
          if (problems.length < MAX_LOGGED) problems.push(problem)
        }
      }, id)
      onSummary?.(summary)
      await log(summaryText(summary))
      if (summary.errors > 0 && args.continueOnError !== true) {
        throw new ImportError('Nothing was imported, for the file has errors.')
      }
    } finally {
      for (const { severity, line, unit, message } of problems) {
        await log(`${unit.slice(0, 1).toUpperCase()}${unit.slice(1)} ${line}: ${severity === 'warning' ? 'warning: ' : ''}${message}`)
      }
    }
  }
}

function summaryText (summary: ImportSummary): string {
  const { created, updated, unchanged, values, media, present, skipped, errors, warnings } = summary
  return `${created} records with ${values} values imported, ` +
    (media > 0 ? `${media} media, ` : '') +
    (updated + unchanged > 0 ? `${updated} updated, ${unchanged} unchanged, ` : '') +
    `${present} there before, ${skipped} left out; ${errors} errors, ${warnings} warnings.`
}
