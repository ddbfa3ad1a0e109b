import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { OPERATOR } from '../access/actor.js'
import { JobInterruption, type JobClass, type JobRun } from '../jobs/job-class.js'
import type { Services } from '../services.js'
import { importFile, sourceOf, type ImportOptions, type ImportProgress, type ImportSummary } from './import.js'
import { ImportError, type Problem } from './problems.js'

/** Problems that the log of a job shows. */
const LOGGED = 20

/** What a job remembers of an import: enough to go on with it in another process. */
export type ImportArgs = Pick<ImportOptions, 'file' | 'ownerId' | 'continueOnError' | 'batchSize'> & { source: string }

/** An import, and how to stop it from this process. */
export type ImportCall = ImportOptions & { signal?: AbortSignal }

type Observer = Pick<ImportCall, 'onProgress' | 'onProblem' | 'signal'>

/** Imports files of records, each as a job. What is interrupted goes on where it was, for what came in is remembered. */
export class Importer {
  readonly job: JobClass<ImportArgs>
  readonly #services: Services

  constructor (services: Services) {
    this.#services = services
    this.job = { name: 'Vitrine\\Job\\Import', run: async (job) => { await this.#import(job, {}) } }
  }

  /**
   * Imports a file as a job that this process runs, or takes up the one that was interrupted in this; a dry run is
   * none. See importFile.
   *
   * @throws ImportError, also when the job was stopped; an error of the system when the file cannot be read.
   */
  async run ({ isDryRun = false, onProgress, onProblem, signal, ...options }: ImportCall): Promise<ImportSummary> {
    const observer = { ...(onProgress !== undefined && { onProgress }), ...(onProblem !== undefined && { onProblem }), ...(signal !== undefined && { signal }) }
    if (isDryRun) return await this.#importFile({ ...options, ...observer, isDryRun })
    const args: ImportArgs = { ...options, file: path.resolve(options.file), source: options.source ?? sourceOf(options.file) }
    let summary: ImportSummary | undefined
    let failure: unknown
    await this.#services.jobs.perform(this.job.name, args, { ...OPERATOR, id: options.ownerId ?? null }, async (job: JobRun<ImportArgs>) => {
      await this.#import(job, observer, (known) => { summary = known }).catch((error: unknown) => {
        failure = error
        throw error
      })
    })
    if (summary !== undefined) return summary
    if (!(failure instanceof JobInterruption)) throw failure
    throw new ImportError('The import was stopped. What came in stays; run it again to go on.')
  }

  async #importFile (options: ImportOptions): Promise<ImportSummary> {
    const { store, indexes, dataTypes } = this.#services
    return await importFile(store, indexes, dataTypes, options)
  }

  /** @param tell told of the outcome, before it is said whether that is a failure. */
  async #import ({ args, log, advance }: JobRun<ImportArgs>, { onProgress, onProblem, signal }: Observer, tell?: (summary: ImportSummary) => void): Promise<void> {
    let percent = 0
    const problems: Problem[] = []
    const step = async ({ done, total }: ImportProgress): Promise<void> => {
      // Writing leaves no room for anything else in this process unless it is given.
      await setImmediate()
      if (signal?.aborted === true) throw new JobInterruption('stopped')
      const reached = Math.floor(done / total * 100)
      // Seldom enough to cost nothing.
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
          if (problems.length < LOGGED) problems.push(problem)
        }
      })
      tell?.(summary)
      await log(told(summary))
      if (summary.errors > 0 && args.continueOnError !== true) throw new ImportError('Nothing was imported, for the file has errors.')
    } finally {
      for (const { severity, line, message } of problems) await log(`Line ${line}: ${severity === 'warning' ? 'warning: ' : ''}${message}`)
    }
  }
}

function told ({ created, values, present, skipped, errors, warnings }: ImportSummary): string {
  return `${created} records with ${values} values imported, ${present} there before, ${skipped} left out; ${errors} errors, ${warnings} warnings.`
}
