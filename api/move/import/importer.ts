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

/** Maximal number of problems in the log of a job. */
const MAX_LOGGED = 100

/**
 * Milliseconds between reports of the progress of an import that has the folder for itself. Each is a transaction,
 * which waits for the one in which another thread writes records: a hundred took a tenth of the time of an import.
 */
const BETWEEN_REPORTS = 1000

/** Records per transaction of imports that a server runs, so that it serves others in between. */
const BATCH_BESIDE_OTHERS = 200

type StoredOptions = Omit<ImportOptions, 'file' | 'isDryRun' | 'onProgress' | 'onProblem' | 'claim'>

/** Arguments stored with the job, so that another process can resume it. `upload` is the id of a file that was sent. */
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
 * Runs each import as a job. An interrupted import is resumed, because imported labels are stored. An import can be
 * undone by another job, as long as the job of the import is not deleted.
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
   * Imports a file (see importFile) as a job that runs in this process, and resumes an interrupted job with the same
   * arguments. A dry run is not recorded as a job.
   *
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
   * Adds an import to the jobs, to be run by this process or another, with the actor as the owner of what it makes.
   *
   * @returns the id of the job.
   * @throws PermissionError for all but administrators.
   */
  async start (options: StoredOptions & { file: string }, actor: Actor): Promise<number> {
    this.#checkAdministrator(actor)
    return await this.#services.jobs.start(this.job.name, argsOf({ ...besideOthers(actor), ...options }), actor)
  }

  /**
   * The same for a file that was sent to be imported, which any node can fetch.
   *
   * @param options `source`: a name of its own, so that records of other files are not taken for those of this one.
   * @returns the id of the job, which any node may run; it is the same if the form is sent twice.
   * @throws PermissionError for all but administrators; NotFoundError when it is not there, or of somebody else.
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

  /** The first records of a file as they would come in, with their problems; see `preview`. Writes nothing. */
  async preview (options: ImportOptions, limit = 10): Promise<PreviewedRecord[]> {
    return await preview(this.#services, options, limit)
  }

  /**
   * What can be undone of an import; undefined when the job is no import, is not there, or has not ended.
   *
   * @throws PermissionError for all but administrators.
   */
  async undoable (jobId: number, actor: Actor = OPERATOR): Promise<Undoable | undefined> {
    this.#checkAdministrator(actor)
    return await undoableOf(this.#services.store.read, jobId, this.job.name)
  }

  /**
   * Takes back what an import has done (see undoImport), as a job that runs in this process.
   *
   * @throws PermissionError for all but administrators; ImportError when the job is no import that has ended, or the
   *   undoing was stopped.
   */
  async undo (jobId: number, { actor = OPERATOR, ...observer }: UndoCall = {}): Promise<UndoSummary> {
    await this.#checkUndoable(jobId, actor)
    return await this.#perform<UndoArgs, UndoSummary>(
      this.undoJob.name, { job: jobId }, actor, async (job) => await this.#undo(job, observer),
      'The undoing was stopped. Run it again to go on.'
    )
  }

  /** Adds the undoing of an import to the jobs. @returns the id of the job. @throws as `undo`. */
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

  /** Runs a job in this process and answers its result. @throws what the job has thrown. */
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

  /** Runs an import that another process began or was asked for, perhaps on another machine. */
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
    let told = { phase: '', percent: 0, at: -Infinity }
    // Beside nobody else, others hardly ask how far it is.
    const pause = claim === undefined ? 0 : BETWEEN_REPORTS
    const problems: Problem[] = []
    const step = async ({ phase, done, total }: ImportProgress): Promise<void> => {
      // Writing is synchronous: let the event loop serve others between two transactions.
      await setImmediate()
      if (signal?.aborted === true) throw new JobInterruption('stopped')
      const percent = Math.floor(done / total * 100)
      const at = performance.now()
      if (percent === told.percent || (phase === told.phase && at - told.at < pause)) return
      told = { phase, percent, at }
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
          if (problems.length < MAX_LOGGED) problems.push(problem)
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

/** Ends the job of a file that has errors; its caller is given the summary. */
class RefusedFileError extends ImportError {
  constructor (readonly summary: ImportSummary) {
    super('Nothing was imported, for the file has errors.')
  }
}

function besideOthers ({ id }: Actor): Pick<ImportOptions, 'batchSize' | 'ownerId'> {
  return { batchSize: BATCH_BESIDE_OTHERS, ownerId: id }
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
