import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { OPERATOR } from '../../core/calls/actor.js'
import { performJob } from '../pipeline/move-job.js'
import { RecordMap } from '../pipeline/record-map.js'
import { ImportError, problemText, type Problem } from '../pipeline/problems.js'
import { JobInterruption, type JobClass, type JobRun } from '../../runtime/jobs/job-class.js'
import type { Services } from '../../resources/definition/services.js'
import type { ResourceApi } from '../../resources/definition/resource-api.js'
import { transfer } from '../collection/run/transfer.js'
import { connect, type Connection } from './source/connect.js'
import { Mirror, type MirrorHooks, type MirrorOptions, type MirrorProgress } from './run/mirror.js'
import { keyOf } from './source/mirror-key.js'
import { linesOf, writeReport, type MirrorSummary } from './run/mirror-report.js'
import { folderOf, sourceAddress } from './source/source-address.js'
import type { SourceOptions } from './source/source.js'
import { survey, type Survey } from './run/survey.js'
import { LocalRecords } from './run/local-records.js'
import { verify, type DifferentRecord, type Verification } from './run/verify.js'
import { counted } from '../../core/text/nouns.js'

/** Further problems are only in the report. */
const LOGGED_PROBLEMS_MAX = 20

/** Interval at which the job's progress is stored and a stop request noticed. */
const POLL_INTERVAL_MS = 1000

/** The percentages of a job's progress at which each phase begins and ends. */
const SHARES: Readonly<Record<MirrorProgress['phase'], readonly [from: number, to: number]>> = {
  list: [0, 1], read: [1, 40], files: [40, 70], check: [70, 75], write: [75, 100], verify: [0, 100]
}

/** Arguments that are stored with the job, so that another process can resume it. They do not include the key. */
export interface MirrorArgs extends MirrorOptions, Pick<SourceOptions, 'address' | 'concurrency' | 'rate'> {
  hasKey: boolean
}

/** Options of a mirror that runs in this process; the address is as a user has typed it. */
export interface MirrorCall extends MirrorOptions, Omit<SourceOptions, 'allowsPrivate'> {
  onProgress?: (progress: MirrorProgress) => void
}

/** The data folder, and the limits for fetching files. */
export interface MirrorSettings { data: string, remoteLimit: number, allowPrivateAddresses: boolean }

/** Mirrors Omeka S and Vitrine installations into the collection. Each run is a job. */
export class Mirrorer {
  readonly job: JobClass<MirrorArgs>

  /** @param resources returns the operations of a resource type. */
  constructor (
    private readonly services: Services, private readonly settings: MirrorSettings,
    private readonly resources: (type: string) => ResourceApi
  ) {
    this.job = {
      name: 'Vitrine\\Job\\Mirror',
      run: async (job) => {
        const key = keyOf()
        if (job.args.hasKey && key === undefined) {
          throw new ImportError(`Keys are not stored. Import ${job.args.address} again with the key; it continues where this run ended.`)
        }
        await this.#run(job, { key: job.args.hasKey ? key : undefined })
      }
    }
  }

  /** The folder with the state of a mirror. */
  folderOf (address: string): string {
    return path.join(this.settings.data, 'mirror', folderOf(address))
  }

  /**
   * Synchronises the collection with a source, as a job in this process; an interrupted one is resumed.
   * @throws SourceError when the source cannot be read; ImportError when the job was stopped or nothing could be
   * imported.
   */
  async run (call: MirrorCall): Promise<MirrorSummary> {
    const { key, onProgress, onNotice, signal, connectTimeout, timeout, backoff, attempts, ...options } = call
    const args: MirrorArgs = { ...options, address: sourceAddress(call.address), hasKey: key !== undefined }
    return await performJob<MirrorArgs, MirrorSummary>(
      this.services.jobs, this.job.name, args, OPERATOR, async (job) => await this.#run(job, call),
      'The import was stopped. Records that were read stay in the data folder. Run it again to continue.'
    )
  }

  /** Estimates what a run would do, without writing to the collection. @throws SourceError */
  async survey (call: MirrorCall): Promise<Survey> {
    const { dataTypes } = this.services
    const knows = (name: string): boolean => dataTypes.get(name) !== undefined
    return await this.#connected(call, async (connection) =>
      await survey(this.folderOf(connection.source.address), connection, call, knows))
  }

  /** Compares every record of the source with its local record. @throws SourceError */
  async verify (call: MirrorCall, onDifference: (record: DifferentRecord) => void): Promise<Verification> {
    return await this.#connected(call, async (connection) => {
      return await verify(connection, await this.#here(connection.source.address), {
        onDifference, onProgress: (done, total) => { call.onProgress?.({ phase: 'verify', done, total }) }
      })
    })
  }

  async #here (address: string): Promise<LocalRecords> {
    return new LocalRecords(this.services, this.resources, await RecordMap.of(this.services.store.read, address))
  }

  async #run (
    job: JobRun<MirrorArgs>, { signal, onProgress, ...call }: Omit<MirrorCall, keyof MirrorArgs>
  ): Promise<MirrorSummary> {
    const { args } = job
    const stopping = new AbortController()
    let percent = 0
    const progress = (reached: MirrorProgress): void => {
      const { phase, done, total } = reached
      const [from, to] = SHARES[phase]
      percent = total === 0 ? from : from + Math.floor(done / total * (to - from))
      onProgress?.(reached)
    }
    const polling = setInterval(() => {
      job.advance(percent, 100).catch((error: unknown) => { stopping.abort(error) })
    }, POLL_INTERVAL_MS)
    const either = AbortSignal.any(signal === undefined ? [stopping.signal] : [stopping.signal, signal])
    try {
      return await this.#connected({ ...call, ...args, signal: either }, async (connection) =>
        await this.#bringUpToDate(job, connection, progress, call.onNotice))
    } catch (error) {
      if (signal?.aborted === true) throw new JobInterruption('stopped')
      // Aborted timers and streams throw their own errors; throw the signal's reason instead.
      stopping.signal.throwIfAborted()
      throw error
    } finally {
      clearInterval(polling)
    }
  }

  async #bringUpToDate (
    { args, log }: JobRun<MirrorArgs>, connection: Connection,
    onProgress: MirrorHooks['onProgress'], onNotice: MirrorCall['onNotice']
  ): Promise<MirrorSummary> {
    const begin = performance.now()
    const { source, version, level } = connection
    const folder = this.folderOf(source.address)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const problems: Problem[] = []
    const mirror = new Mirror(folder, connection, args, {
      onProgress,
      onNotice: (message) => {
        problems.push({ severity: 'warning', line: 0, unit: 'record', message })
        onNotice?.(message)
      }
    }, await this.#here(source.address))
    try {
      await mirror.read(this.settings.remoteLimit)
      const counts = mirror.spool.counts()
      const pending = await mirror.pending()
      const transferred = pending.records.size === 0
        ? undefined
        : await transfer(this.services, pending, {
          overwrite: args.overwrite ?? false,
          continueOnError: args.continueOnError ?? false,
          onProgress: async (progress) => {
            onProgress(progress)
            // Writing is synchronous: let the event loop handle other requests between two transactions.
            if (progress.phase === 'write') await setImmediate()
            source.signal.throwIfAborted()
          },
          onProblem: (problem) => { problems.push({ ...problem, line: 0 }) }
        })
      for (const { resource: type, id, reason: message } of mirror.spool.problems()) {
        problems.push({ severity: 'warning', line: 0, unit: 'record', type, id, message })
      }
      const summary = await writeReport(folder, {
        source: source.address,
        version,
        level,
        counts,
        transferred: transferred?.counts ?? {},
        converted: transferred?.converted ?? {},
        leftOut: mirror.leftOut,
        files: mirror.fetched,
        problems: problems.length,
        requests: source.requests,
        seconds: (performance.now() - begin) / 1000
      }, problems)
      for (const line of linesOf(summary)) await log(line)
      for (const problem of problems.slice(0, LOGGED_PROBLEMS_MAX)) await log(problemText(problem))
      if (transferred?.isWritten === false) {
        throw new ImportError(`Nothing was imported, because of ${counted(transferred.errors, 'record')} with errors; see ${summary.report}. ` +
          'Correct them in the source, or leave them out (option continueOnError).')
      }
      mirror.settle(problems)
      await rm(mirror.files, { recursive: true, force: true })
      return summary
    } finally {
      mirror.close()
    }
  }

  async #connected<T> (call: MirrorCall, work: (connection: Connection) => Promise<T>): Promise<T> {
    const address = sourceAddress(call.address)
    const connection = await connect({ ...call, address, allowsPrivate: this.settings.allowPrivateAddresses })
    try {
      return await work(connection)
    } finally {
      connection.source.close()
    }
  }
}
