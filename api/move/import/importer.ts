import path from 'node:path'
import type { Database } from '../../../db/query/statements/database.js'
import { OPERATOR, type Actor } from '../../core/calls/actor.js'
import type { JobClass, JobRun } from '../../runtime/jobs/job-class.js'
import type { Services } from '../../resources/definition/services.js'
import { importFile, preview, sourceOf, type PreviewedRecord } from './run/import.js'
import type { ImportOptions, ImportSummary } from './write/context.js'
import { MoveJob, pauseJob, performJob, type StoredOptions } from '../pipeline/move-job.js'
import { ImportError } from '../pipeline/problems.js'
import { undoableOf, undoImport, type Undoable, type UndoSummary } from './write/undo.js'
import type { ImportUploads } from './uploads/uploads.js'
import { counted } from '../../core/text/nouns.js'

/**
 * Interval of progress reports when an import has the data folder to itself. Each report is a transaction, which waits
 * for another thread's: a hundred reports took a tenth of the time of an import.
 */
const REPORT_INTERVAL_MS = 1000

/** Records per transaction of imports that a server runs, so that it handles other requests in between. */
const SERVER_BATCH_RECORDS = 200

type StoredImport = Omit<StoredOptions<ImportOptions>, 'file' | 'claim'>

/** Arguments that are stored with the job. `upload` is the id of an uploaded file. */
export type ImportArgs = StoredImport & { source: string } &
  ({ file: string } | { upload: string, filename: string })

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
  readonly job: MoveJob<ImportArgs, ImportSummary>
  readonly undoJob: JobClass<UndoArgs>

  constructor (private readonly services: Services, private readonly uploads: ImportUploads) {
    this.job = new MoveJob(services.jobs, 'Vitrine\\Job\\Import', {
      work: async (job, hooks) => await this.#takeUp(job, hooks),
      linesOf: (summary) => [summaryText(summary)],
      isRefused: ({ errors }, { continueOnError }) => errors > 0 && continueOnError !== true
    })
    this.undoJob = { name: 'Vitrine\\Job\\UndoImport', run: async (job) => { await this.#undo(job, {}) } }
  }

  /**
   * Imports a file (see importFile) as a job in this process, or resumes an interrupted job with the same arguments. A
   * dry run is not stored as a job.
   * @throws ImportError, also when the job was stopped; a system error (with `code`) when the file cannot be read.
   */
  async run ({ isDryRun = false, ...call }: ImportOptions): Promise<ImportSummary> {
    if (isDryRun) return await importFile(this.services, { ...call, isDryRun })
    const { claim, onProgress, onProblem, signal, ...options } = call
    const actor = { ...OPERATOR, id: options.ownerId ?? null }
    return await this.job.perform(argsOf(options), actor, { onProgress, onProblem, signal }, {
      work: async ({ id, args }, hooks) => {
        const file = path.resolve(options.file)
        return await importFile(this.services, { ...args, file, ...(claim !== undefined && { claim }), ...hooks }, id)
      },
      ...(claim !== undefined && { reportIntervalMs: REPORT_INTERVAL_MS })
    })
  }

  /**
   * Adds an import job for this process or another to run. The actor owns what it creates.
   * @returns the id of the job.
   * @throws PermissionError unless the actor is an administrator.
   */
  async start (options: StoredImport & { file: string }, actor: Actor): Promise<number> {
    this.uploads.check(actor)
    return await this.services.jobs.start(this.job.name, argsOf({ ...besideOthers(actor), ...options }), actor)
  }

  /**
   * Adds an import job for an uploaded file, which any node can read.
   * @param options `source`: a unique name, so that records of other files are not mistaken for this one's.
   * @returns the id of the job, which any node may run; submitting a form twice returns the same id.
   * @throws PermissionError unless the actor is an administrator; NotFoundError when the file does not exist or
   * belongs to another account.
   */
  async startUpload (id: string, options: StoredImport & { source: string }, actor: Actor): Promise<number> {
    const { jobs } = this.services
    const { filename } = await this.uploads.find(id, actor)
    const args: ImportArgs = { ...besideOthers(actor), ...options, upload: id, filename }
    const begin = async (database: Database): Promise<number> => await jobs.add(database, this.job.name, args, actor)
    const jobId = await this.uploads.startJob(id, begin, actor)
    jobs.wake()
    return jobId
  }

  /** The first records of a file with their problems; see `preview`. Writes nothing. */
  async preview (options: ImportOptions, limit = 10): Promise<PreviewedRecord[]> {
    return await preview(this.services, options, limit)
  }

  /**
   * What can be undone of an import; undefined when the job is not an import, does not exist, or has not ended.
   * @throws PermissionError unless the actor is an administrator.
   */
  async undoable (jobId: number, actor: Actor = OPERATOR): Promise<Undoable | undefined> {
    this.uploads.check(actor)
    return await undoableOf(this.services.store.read, jobId, this.job.name)
  }

  /**
   * Undoes an import (see undoImport) as a job in this process.
   * @throws PermissionError unless the actor is an administrator; ImportError when the job is not an import that has
   * ended, or undoing was stopped.
   */
  async undo (jobId: number, { actor = OPERATOR, ...observer }: UndoCall = {}): Promise<UndoSummary> {
    await this.#checkUndoable(jobId, actor)
    return await performJob<UndoArgs, UndoSummary>(
      this.services.jobs, this.undoJob.name, { job: jobId }, actor, async (job) => await this.#undo(job, observer),
      'The undoing was stopped. Run it again to go on.'
    )
  }

  /** Adds a job that undoes an import. @returns the id of the job. @throws as `undo`. */
  async startUndo (jobId: number, actor: Actor): Promise<number> {
    await this.#checkUndoable(jobId, actor)
    return await this.services.jobs.start(this.undoJob.name, { job: jobId }, actor)
  }

  async #checkUndoable (jobId: number, actor: Actor): Promise<void> {
    if (await this.undoable(jobId, actor) === undefined) throw new ImportError(`Job ${jobId} is not an import that has ended.`)
  }

  async #undo (job: JobRun<UndoArgs>, { onProgress, signal }: UndoCall): Promise<UndoSummary> {
    return await undoImport(this.services, job.args.job, this.job.name, job, async (done, total) => {
      await onProgress?.(done, total)
      await pauseJob(signal)
    })
  }

  /** Runs an import job that another process added or began, perhaps on another machine. */
  async #takeUp (
    { id, args }: JobRun<ImportArgs>, hooks: Pick<ImportOptions, 'onProgress' | 'onProblem'>
  ): Promise<ImportSummary> {
    const file = 'upload' in args ? await this.uploads.pathForJob(args.upload) : args.file
    try {
      return await importFile(this.services, { ...args, file, ...hooks }, id)
    } catch (error) {
      const { code, path: missing } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' || missing !== file) throw error
      throw new ImportError(`${file} does not exist on the machine that runs the import. ` +
        'Records that are already imported stay. Import the file again to continue.')
    }
  }
}

function besideOthers ({ id }: Actor): Pick<ImportOptions, 'batchSize' | 'ownerId'> {
  return { batchSize: SERVER_BATCH_RECORDS, ownerId: id }
}

function argsOf (options: StoredImport & { file: string }): ImportArgs {
  return {
    ...options,
    file: path.resolve(options.file),
    ...(typeof options.files === 'string' && { files: path.resolve(options.files) }),
    source: options.source ?? sourceOf(options.file)
  }
}

function summaryText (summary: ImportSummary): string {
  const { created, updated, unchanged, values, media, present, skipped, errors, warnings } = summary
  return `${counted(created, 'record')} with ${counted(values, 'value')} imported, ` +
    (media > 0 ? `${media} media, ` : '') +
    (updated + unchanged > 0 ? `${updated} updated, ${unchanged} unchanged, ` : '') +
    `${present} imported before, ${skipped} left out; ${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`
}
