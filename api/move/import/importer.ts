import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../../db/query/statements/database.js'
import { checkType } from '../../access/access.js'
import { OPERATOR, type Actor } from '../../core/calls/actor.js'
import { JobInterruption, type JobClass, type JobRun } from '../../runtime/jobs/job-class.js'
import type { Services } from '../../resources/definition/services.js'
import { importFile, sourceOf, type ImportOptions, type ImportProgress, type ImportSummary } from './run/import.js'
import { preview, type PreviewedRecord } from './run/preview.js'
import { ImportError, type Problem } from './records/problems.js'
import { undoableOf, undoImport, type Undoable, type UndoSummary } from './write/undo.js'
import type { ImportUploads } from './uploads/uploads.js'

/** Further problems are not logged. */
const LOGGED_PROBLEMS_MAX = 100

/**
 * Interval of progress reports when an import has the data folder to itself. Each report is a transaction, which waits
 * for another thread's: a hundred reports took a tenth of the time of an import.
 */
const REPORT_INTERVAL_MS = 1000

/** Records per transaction of imports that a server runs, so that it handles other requests in between. */
const SERVER_BATCH_RECORDS = 200

type StoredOptions = Omit<ImportOptions, 'file' | 'isDryRun' | 'onProgress' | 'onProblem' | 'claim'>

/**
 * Arguments that are stored with the job, so that another process can resume it. `upload` is the id of an uploaded
 * file.
 */
export type ImportArgs = StoredOptions & { source: string } &
  ({ file: string } | { upload: string, filename: string })

/** Options of an import that runs in this process; `signal` stops it. */
export type ImportCall = ImportOptions & { signal?: AbortSignal }

type Observer = Pick<ImportCall, 'onProgress' | 'onProblem' | 'claim' | 'signal'>

export interface UndoCall {
  /** Default: the operator of the command line. */
  actor?: Actor
  /** Called, awaited, after each transaction. */
  onProgress?: (done: number, total: number) => unknown
  signal?: AbortSignal
}

/** Arguments of the job that undoes another. */
interface UndoArgs { job: number }

/**
 * Runs each import as a job. An interrupted import can be resumed, because imported labels are stored. Another job can
 * undo an import, as long as the import's job is not deleted.
 */
export class Importer {
  readonly job: JobClass<ImportArgs>
  readonly undoJob: JobClass<UndoArgs>
  readonly #services: Services
  readonly #uploads: ImportUploads

  constructor (services: Services, uploads: ImportUploads) {
    this.#services = services
    this.#uploads = uploads
    this.job = { name: 'Vitrine\\Job\\Import', run: async (job) => { await this.#takeUp(job) } }
    this.undoJob = { name: 'Vitrine\\Job\\UndoImport', run: async (job) => { await this.#undo(job, {}) } }
  }

  /**
   * Imports a file (see importFile) as a job in this process, or resumes an interrupted job with the same arguments. A
   * dry run is not stored as a job.
   * @throws ImportError, also when the job was stopped; a system error (with `code`) when the file cannot be read.
   */
  async run (
    { isDryRun = false, onProgress, onProblem, claim, signal, ...options }: ImportCall
  ): Promise<ImportSummary> {
    const observer = {
      ...(onProgress !== undefined && { onProgress }),
      ...(onProblem !== undefined && { onProblem }),
      ...(claim !== undefined && { claim }),
      ...(signal !== undefined && { signal })
    }
    if (isDryRun) return await importFile(this.#services, { ...options, ...observer, isDryRun })
    const actor = { ...OPERATOR, id: options.ownerId ?? null }
    try {
      return await this.#perform<ImportArgs, ImportSummary>(
        this.job.name, argsOf(options), actor,
        async (job) => await this.#import(job, path.resolve(options.file), observer),
        'The import was stopped. What came in stays; run it again to go on.'
      )
    } catch (error) {
      if (error instanceof RefusedFileError) return error.summary
      throw error
    }
  }

  /**
   * Adds an import job for this process or another to run. The actor owns what it creates.
   * @returns the id of the job.
   * @throws PermissionError unless the actor is an administrator.
   */
  async start (options: StoredOptions & { file: string }, actor: Actor): Promise<number> {
    this.#checkAdministrator(actor)
    return await this.#services.jobs.start(this.job.name, argsOf({ ...besideOthers(actor), ...options }), actor)
  }

  /**
   * Adds an import job for an uploaded file, which any node can read.
   * @param options `source`: a unique name, so that records of other files are not mistaken for this one's.
   * @returns the id of the job, which any node may run; submitting a form twice returns the same id.
   * @throws PermissionError unless the actor is an administrator; NotFoundError when the file does not exist or
   * belongs to another account.
   */
  async startUpload (id: string, options: StoredOptions & { source: string }, actor: Actor): Promise<number> {
    const { jobs } = this.#services
    const { filename } = await this.#uploads.find(id, actor)
    const args: ImportArgs = { ...besideOthers(actor), ...options, upload: id, filename }
    const begin = async (database: Database): Promise<number> => await jobs.add(database, this.job.name, args, actor)
    const jobId = await this.#uploads.startJob(id, begin, actor)
    jobs.wake()
    return jobId
  }

  /** Previews the first records of a file with their problems; see `preview`. Writes nothing. */
  async preview (options: ImportOptions, limit = 10): Promise<PreviewedRecord[]> {
    return await preview(this.#services, options, limit)
  }

  /**
   * What can be undone of an import; undefined when the job is not an import, does not exist, or has not ended.
   * @throws PermissionError unless the actor is an administrator.
   */
  async undoable (jobId: number, actor: Actor = OPERATOR): Promise<Undoable | undefined> {
    this.#checkAdministrator(actor)
    return await undoableOf(this.#services.store.read, jobId, this.job.name)
  }

  /**
   * Undoes an import (see undoImport) as a job in this process.
   * @throws PermissionError unless the actor is an administrator; ImportError when the job is not an import that has
   * ended, or undoing was stopped.
   */
  async undo (jobId: number, { actor = OPERATOR, ...observer }: UndoCall = {}): Promise<UndoSummary> {
    await this.#checkUndoable(jobId, actor)
    return await this.#perform<UndoArgs, UndoSummary>(
      this.undoJob.name, { job: jobId }, actor, async (job) => await this.#undo(job, observer),
      'The undoing was stopped. Run it again to go on.'
    )
  }

  /** Adds a job that undoes an import. @returns the id of the job. @throws as `undo`. */
  async startUndo (jobId: number, actor: Actor): Promise<number> {
    await this.#checkUndoable(jobId, actor)
    return await this.#services.jobs.start(this.undoJob.name, { job: jobId }, actor)
  }

  #checkAdministrator (actor: Actor): void {
    checkType(actor, 'create', this.#services.types.named('jobs'))
  }

  async #checkUndoable (jobId: number, actor: Actor): Promise<void> {
    if (await this.undoable(jobId, actor) === undefined) throw new ImportError(`Job ${jobId} is no import that has ended.`)
  }

  /** Runs a job in this process and returns its result. @throws the job's error. */
  async #perform<Args, Result> (
    name: string, args: Args, actor: Actor, work: (job: JobRun<Args>) => Promise<Result>, stopped: string
  ): Promise<Result> {
    let outcome: { result: Result } | { failure: unknown } = { failure: undefined }
    await this.#services.jobs.perform(name, args, actor, async (job: JobRun<Args>) => {
      try {
        outcome = { result: await work(job) }
      } catch (failure) {
        outcome = { failure }
        throw failure
      }
    })
    if ('result' in outcome) return outcome.result as Result
    const { failure } = outcome as { failure: unknown }
    throw failure instanceof JobInterruption ? new ImportError(stopped) : failure
  }

  async #undo (job: JobRun<UndoArgs>, { onProgress, signal }: UndoCall): Promise<UndoSummary> {
    return await undoImport(this.#services, job.args.job, this.job.name, job, async (done, total) => {
      await setImmediate()
      await onProgress?.(done, total)
      if (signal?.aborted === true) throw new JobInterruption('stopped')
    })
  }

  /** Runs an import job that another process added or began, perhaps on another machine. */
  async #takeUp (job: JobRun<ImportArgs>): Promise<void> {
    const { args } = job
    const file = 'upload' in args ? await this.#uploads.pathForJob(args.upload) : args.file
    try {
      await this.#import(job, file, {})
    } catch (error) {
      const { code, path: missing } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' || missing !== file) throw error
      throw new ImportError(`${file} is not on the machine that was to import it, or was removed. ` +
        'What came in stays; import the file again to go on.')
    }
  }

  async #import (
    { id, args, log, advance }: JobRun<ImportArgs>, file: string,
    { onProgress, onProblem, claim, signal }: Observer
  ): Promise<ImportSummary> {
    let reported = { phase: '', percent: 0, at: -Infinity }
    // An import without other users hardly needs progress reports.
    const pause = claim === undefined ? 0 : REPORT_INTERVAL_MS
    const problems: Problem[] = []
    const step = async ({ phase, done, total }: ImportProgress): Promise<void> => {
      // Writing is synchronous: let the event loop handle other requests between two transactions.
      await setImmediate()
      if (signal?.aborted === true) throw new JobInterruption('stopped')
      const percent = Math.floor(done / total * 100)
      const at = performance.now()
      if (percent === reported.percent || (phase === reported.phase && at - reported.at < pause)) return
      reported = { phase, percent, at }
      await advance(phase === 'check' ? 0 : done, total)
    }
    try {
      const summary = await importFile(this.#services, {
        ...args,
        file,
        ...(claim !== undefined && { claim }),
        async onProgress (progress) {
          onProgress?.(progress)
          await step(progress)
        },
        onProblem (problem) {
          onProblem?.(problem)
          if (problems.length < LOGGED_PROBLEMS_MAX) problems.push(problem)
        }
      }, id)
      await log(summaryText(summary))
      if (summary.errors > 0 && args.continueOnError !== true) throw new RefusedFileError(summary)
      return summary
    } finally {
      for (const { severity, line, unit, message } of problems) {
        const place = `${unit.slice(0, 1).toUpperCase()}${unit.slice(1)} ${line}`
        await log(`${place}: ${severity === 'warning' ? 'warning: ' : ''}${message}`)
      }
    }
  }
}

/** Fails the job of a file with errors; its caller gets the summary. */
class RefusedFileError extends ImportError {
  constructor (readonly summary: ImportSummary) {
    super('Nothing was imported, for the file has errors.')
  }
}

function besideOthers ({ id }: Actor): Pick<ImportOptions, 'batchSize' | 'ownerId'> {
  return { batchSize: SERVER_BATCH_RECORDS, ownerId: id }
}

function argsOf (options: StoredOptions & { file: string }): ImportArgs {
  return {
    ...options,
    file: path.resolve(options.file),
    ...(typeof options.files === 'string' && { files: path.resolve(options.files) }),
    source: options.source ?? sourceOf(options.file)
  }
}

function summaryText (summary: ImportSummary): string {
  const { created, updated, unchanged, values, media, present, skipped, errors, warnings } = summary
  return `${created} records with ${values} values imported, ` +
    (media > 0 ? `${media} media, ` : '') +
    (updated + unchanged > 0 ? `${updated} updated, ${unchanged} unchanged, ` : '') +
    `${present} there before, ${skipped} left out; ${errors} errors, ${warnings} warnings.`
}
