import { and, eq, inArray } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../db/sqlite.js'
import type { Store } from '../../db/store.js'
import { job } from '../../db/tables/index.js'
import { lockFile } from '../../files/own/process-lock.js'
import { checkType } from '../access/access.js'
import type { Actor } from '../access/actor.js'
import { ApiError, messagesOf, NotFoundError } from '../errors.js'
import { JobInterruption, type JobClass } from './job-class.js'
import {
  endJob,
  insertJob,
  interruptedJob,
  jobRow,
  logLine,
  markJob,
  nextJob,
  UNENDED,
  type JobRow,
  type JobStatus
} from './job-rows.js'

/** How often it is looked whether another process has left work to do, in milliseconds. */
const LOOK = 5000
/** How often it is looked whether another process has ended the job that ours has to wait for, in milliseconds. */
const WAIT = 200

const TYPE = { name: 'jobs', entity: 'Job' }

/** What administrators see of a job besides its representation. */
export interface JobReport { id: number, name: string, status: string | null, progress: number, log: string[] }

/**
 * Runs long work, one job at a time on a data folder however many processes share it. Jobs stand in the database; a
 * lock, which the system takes from a process that ends, says whether somebody is at work. So a job that is marked as
 * running while the lock is free was interrupted, and whoever gets the lock takes it up where it was.
 */
export class Jobs {
  readonly #store: Store
  readonly #lock: string
  readonly #classes = new Map<string, JobClass>()
  /** Ends when this process has nothing more to run. */
  #work: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isClosing = false

  /** @param lock file to be held by the process that runs a job. */
  constructor (store: Store, lock: string) {
    this.#store = store
    this.#lock = lock
  }

  /** Makes a kind of work known, by its name. */
  register (jobClass: JobClass): void {
    if (this.#classes.has(jobClass.name)) throw new TypeError(`There are two job classes named "${jobClass.name}".`)
    this.#classes.set(jobClass.name, jobClass)
  }

  /** From now on runs what is or comes to be waiting, whoever added it and whichever process was interrupted in it. */
  watch (): void {
    if (this.#timer !== undefined || this.#isClosing) return
    this.#timer = setInterval(() => { this.wake() }, LOOK).unref()
    this.wake()
  }

  /** Adds a job, within a transaction; `wake` is to be called once that is committed. @returns its id. */
  async add (database: Database, name: string, args: unknown, { id }: Actor): Promise<number> {
    if (!this.#classes.has(name)) throw new TypeError(`There is no job class "${name}".`)
    return await insertJob(database, name, args, id, 'starting')
  }

  /** Adds a job to be run soon, by this process or another. @returns its id. */
  async start (name: string, args: unknown, actor: Actor): Promise<number> {
    const id = await this.#store.write(async (database) => await this.add(database, name, args, actor))
    this.wake()
    return id
  }

  /**
   * Runs a job in this process, once all others have let go, and waits for its end. One of the same class with the same
   * arguments that was interrupted is taken up instead.
   *
   * @param work what the class does, with something that only this process can do.
   * @returns how it ended.
   */
  async perform (name: string, args: unknown, actor: Actor, work?: JobClass['run']): Promise<JobReport> {
    const id = await this.#exclusively(true, async () => {
      const row =
        (await interruptedJob(this.#store.read, name, args)) ??
        (await jobRow(
          this.#store.read,
          await this.#store.write(async (database) => await this.add(database, name, args, actor))
        ))
      await this.#run(row!, work)
      return row!.id
    })
    return await this.report(id!, actor)
  }

  /** Has what is waiting run, unless somebody is at it already. */
  wake (): void {
    if (this.#isClosing) return
    this.#exclusively(false, async () => {
      const next = async (): Promise<JobRow | undefined> =>
        this.#isClosing ? undefined : await nextJob(this.#store.read, [...this.#classes.keys()])
      for (let row = await next(); row !== undefined; row = await next()) await this.#run(row)
    }).catch(() => {})
  }

  /** Asks a job to stop. One that runs does so at its next step, in whichever process. */
  async stop (id: number, actor: Actor): Promise<void> {
    checkType(actor, 'update', TYPE)
    await this.#store.write(async (database) => {
      const stopped = await database
        .update(job)
        .set({ status: 'stopping' })
        .where(and(eq(job.id, id), inArray(job.status, [...UNENDED])))
        .returning({ id: job.id })
      if (stopped.length === 0) throw new NotFoundError(`There is no job ${id} that could be stopped.`)
    })
    this.wake()
  }

  /**
   * How far a job has come, and what it has logged.
   *
   * @throws PermissionError for all but administrators; NotFoundError
   */
  async report (id: number, actor: Actor): Promise<JobReport> {
    checkType(actor, 'read', TYPE)
    const row = await jobRow(this.#store.read, id)
    if (row === undefined) throw NotFoundError.entity('Job', id)
    return {
      id,
      name: row.class,
      status: row.status,
      progress: row.progress,
      log: row.log?.split('\n').slice(0, -1) ?? []
    }
  }

  /** Resolves when nothing is left for this process to run. */
  async idle (): Promise<void> {
    await this.#work
  }

  /** Interrupts what this process runs at its next step; it goes on in another process, or after the next start. */
  async close (): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    await this.#work
  }

  /** @param waits whether to wait for other processes; otherwise nothing is done while one of them is at work. */
  #exclusively<T> (waits: boolean, work: () => Promise<T>): Promise<T | undefined> {
    const done = this.#work.then(async () => {
      let lock = lockFile(this.#lock)
      if (waits) for (; lock === undefined && !this.#isClosing; lock = lockFile(this.#lock)) await pause(WAIT)
      if (lock === undefined) return undefined
      try {
        return await work()
      } finally {
        lock.release()
      }
    })
    this.#work = done.catch(() => {})
    return done
  }

  async #run (
    { id, ownerId, class: name, args, status, checkpoint }: JobRow,
    work: JobClass['run'] = this.#classes.get(name)!.run
  ): Promise<void> {
    const log = async (line: string): Promise<void> => {
      await this.#store.write(async (database) => {
        await logLine(database, id, line)
      })
    }
    const end = async (ended: JobStatus, line: string): Promise<void> => {
      await this.#store.write(async (database) => {
        await logLine(database, id, line)
        await endJob(database, id, ended)
      })
    }
    if (status === 'stopping') return await end('stopped', 'Stopped.')
    try {
      await log(status === 'starting' ? 'Started.' : 'Taken up again after an interruption.')
      await this.#mark(id, { status: 'in_progress' })
      await work({
        args,
        ownerId,
        checkpoint: checkpoint ?? undefined,
        store: this.#store,
        log,
        advance: async (done, total, at) => {
          await this.#mark(id, {
            progress: total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100)),
            ...(at !== undefined && { checkpoint: at })
          })
        }
      })
      await end('completed', 'Completed.')
    } catch (error) {
      if (!(error instanceof JobInterruption)) return await end('error', messageOf(error))
      if (error.reason === 'stopped') await end('stopped', 'Stopped.')
      else await log('Interrupted, for the program ends.')
    }
  }

  /** @throws JobInterruption */
  async #mark (id: number, marks: Parameters<typeof markJob>[2]): Promise<void> {
    const status = await this.#store.write(async (database) => {
      // Whoever asked it to stop meanwhile shall not be overruled.
      const [current] = await database.select({ status: job.status }).from(job).where(eq(job.id, id))
      return current === undefined || current.status === 'stopping' ? 'stopping' : await markJob(database, id, marks)
    })
    if (status === undefined || status === 'stopping') throw new JobInterruption('stopped')
    if (this.#isClosing) throw new JobInterruption('closing')
  }
}

function messageOf (error: unknown): string {
  if (error instanceof ApiError) return messagesOf(error.errors).join(' ')
  return error instanceof Error ? error.message : String(error)
}
