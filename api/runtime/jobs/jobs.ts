import { and, count, desc, eq, inArray } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import type { Claim, Claims } from '../../../db/engine/engine.js'
import type { Database } from '../../../db/query/statements/database.js'
import { isUnavailable } from '../../../db/open/failures.js'
import type { Store } from '../../../db/open/store.js'
import { job, user } from '../../../db/tables/index.js'
import { checkType, hasAccount, noAccount, type Guarded } from '../../access/access.js'
import type { Actor } from '../../core/calls/actor.js'
import { ApiError, messagesOf, NotFoundError, PermissionError } from '../../core/calls/errors.js'
import { JobInterruption, type JobClass } from './job-class.js'
import { JOB_FACTS, type JobFacts, type JobReport, type JobSlice } from './job-list.js'
import {
  endJob,
  insertJob,
  interruptedJob,
  jobRow,
  logLine,
  updateJob,
  nextJob,
  UNFINISHED,
  type JobRow,
  type JobStatus
} from './job-rows.js'

/** Interval at which the job table is polled for jobs added by other processes. */
const POLL_INTERVAL_MS = 5000
/** Interval at which a claim that another process has is tried again. */
const CLAIM_RETRY_INTERVAL_MS = 200

const INTERRUPTED = {
  closing: 'Interrupted, for the program ends.',
  lost: 'Interrupted, for the connection to the database was lost.'
} as const

/**
 * Runs jobs, one at a time per collection, however many processes share it. Jobs are stored in the database; the
 * process that runs one has a claim, which ends with the process, even in a crash. So if a job has the status
 * `in_progress` but no process has the claim, it was interrupted, and the next process to take the claim resumes it.
 */
export class Jobs {
  readonly #classes = new Map<string, JobClass>()
  /** Resolves when this process has no job left to run. */
  #work: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isClosing = false

  /** @param type the resource type of jobs, which decides who may see and stop them. */
  constructor (private readonly store: Store, private readonly claims: Claims, private readonly type: Guarded) {}

  /** Registers a job class. @throws TypeError when its name is taken. */
  register (jobClass: JobClass): void {
    if (this.#classes.has(jobClass.name)) throw new TypeError(`There are two job classes named "${jobClass.name}".`)
    this.#classes.set(jobClass.name, jobClass)
  }

  /** Starts polling for waiting and interrupted jobs, including jobs of other processes. */
  watch (): void {
    if (this.#timer !== undefined || this.#isClosing) return
    this.#timer = setInterval(() => { this.wake() }, POLL_INTERVAL_MS).unref()
    this.wake()
  }

  /** Inserts a job within the caller's transaction; the caller calls `wake` after the commit. @returns its id. */
  async add (database: Database, name: string, args: unknown, actor: Actor): Promise<number> {
    if (!this.#classes.has(name)) throw new TypeError(`There is no job class "${name}".`)
    if (!(await hasAccount(database, actor))) {
      throw PermissionError.ofType('create', this.type.entity, noAccount(actor))
    }
    return await insertJob(database, name, args, actor.id, 'starting')
  }

  /** Adds a job for this process or another to run. @returns its id. */
  async start (name: string, args: unknown, actor: Actor): Promise<number> {
    const id = await this.store.write(async (database) => await this.add(database, name, args, actor))
    this.wake()
    return id
  }

  /**
   * Runs a job in this process, once it has the claim, and waits for its end. An interrupted job of the same class
   * with the same arguments is resumed instead.
   * @param work replaces `run` of the job class, for example to report progress to a caller in this process.
   * @returns the report of the ended job.
   */
  async perform (name: string, args: unknown, actor: Actor, work?: JobClass['run']): Promise<JobReport> {
    const id = await this.#withClaim(true, async (claim) => {
      const row =
        (await interruptedJob(this.store.read, name, args)) ??
        (await jobRow(
          this.store.read,
          await this.store.writePatiently(async (database) => await this.add(database, name, args, actor))
        ))
      await this.#run(row!, claim, work)
      return row!.id
    })
    return await this.report(id!, actor)
  }

  /** Runs waiting jobs, unless another process has the claim. */
  wake (): void {
    if (this.#isClosing) return
    this.#withClaim(false, async (claim) => {
      const next = async (): Promise<JobRow | undefined> =>
        this.#isClosing || !claim.isHeld ? undefined : await nextJob(this.store.read, [...this.#classes.keys()])
      for (let row = await next(); row !== undefined; row = await next()) await this.#run(row, claim)
    }).catch(() => {})
  }

  /** Requests that a job stop. A running job stops at its next `advance`, whichever process runs it. */
  async stop (id: number, actor: Actor): Promise<void> {
    checkType(actor, 'update', this.type)
    await this.store.write(async (database) => {
      const stopped = await database
        .update(job)
        .set({ status: 'stopping' })
        .where(and(eq(job.id, id), inArray(job.status, [...UNFINISHED])))
        .returning({ id: job.id })
      if (stopped.length === 0) throw new NotFoundError(`There is no job ${id} that could be stopped.`)
    })
    this.wake()
  }

  /** Facts about a job and its log. @throws PermissionError unless the actor is an administrator; NotFoundError */
  async report (id: number, actor: Actor): Promise<JobReport> {
    checkType(actor, 'read', this.type)
    const [row] = await this.store.read.select({ ...JOB_FACTS, log: job.log })
      .from(job).leftJoin(user, eq(user.id, job.ownerId)).where(eq(job.id, id))
    if (row === undefined) throw NotFoundError.entity('Job', id)
    return { ...row, log: row.log?.split('\n').slice(0, -1) ?? [] }
  }

  /** Number of jobs. @throws PermissionError unless the actor is an administrator. */
  async count (actor: Actor): Promise<number> {
    checkType(actor, 'search', this.type)
    const [row] = await this.store.read.select({ total: count() }).from(job)
    return row!.total
  }

  /** A page of the list of jobs, latest first. @throws PermissionError unless the actor is an administrator. */
  async list ({ offset, limit }: JobSlice, actor: Actor): Promise<JobFacts[]> {
    checkType(actor, 'search', this.type)
    return await this.store.read.select(JOB_FACTS).from(job).leftJoin(user, eq(user.id, job.ownerId))
      .orderBy(desc(job.id)).limit(limit).offset(offset)
  }

  /** Resolves when this process has no job left to run. */
  async idle (): Promise<void> {
    await this.#work
  }

  /** Interrupts the running job at its next `advance`; another process, or the next start, resumes it. */
  async close (): Promise<void> {
    this.#isClosing = true
    this.store.hurry()
    clearInterval(this.#timer)
    await this.#work
  }

  /** @param waits wait for the claim; otherwise return undefined at once if another process has it. */
  #withClaim<T> (waits: boolean, work: (claim: Claim) => Promise<T>): Promise<T | undefined> {
    const done = this.#work.then(async () => {
      let claim = await this.claims.take('jobs')
      if (waits) {
        while (claim === undefined && !this.#isClosing) {
          await pause(CLAIM_RETRY_INTERVAL_MS)
          claim = await this.claims.take('jobs')
        }
      }
      if (claim === undefined) return undefined
      try {
        return await work(claim)
      } finally {
        await claim.release()
      }
    })
    this.#work = done.catch(() => {})
    return done
  }

  async #run (
    { id, ownerId, class: name, args, status, checkpoint }: JobRow,
    claim: Claim,
    work: JobClass['run'] = this.#classes.get(name)!.run
  ): Promise<void> {
    const log = async (line: string): Promise<void> => {
      await this.store.writePatiently(async (database) => {
        await logLine(database, id, line)
      })
    }
    const end = async (ended: JobStatus, line: string): Promise<void> => {
      await this.store.writePatiently(async (database) => {
        await logLine(database, id, line)
        await endJob(database, id, ended)
      })
    }
    if (status === 'stopping') return await end('stopped', 'Stopped.')
    try {
      await log(status === 'starting' ? 'Started.' : 'Taken up again after an interruption.')
      await this.#update(id, claim, { status: 'in_progress' })
      await work({
        id,
        args,
        ownerId,
        checkpoint: checkpoint ?? undefined,
        store: this.store,
        log,
        advance: async (done, total, at) => {
          await this.#update(id, claim, {
            progress: total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100)),
            ...(at !== undefined && { checkpoint: at })
          })
        }
      })
      await end('completed', 'Completed.')
    } catch (error) {
      // The database is unreachable: the next process that can connect resumes the job.
      if (isUnavailable(error)) throw error
      if (!(error instanceof JobInterruption)) return await end('error', messageOf(error))
      if (error.reason === 'stopped') await end('stopped', 'Stopped.')
      else await log(INTERRUPTED[error.reason])
    }
  }

  /** @throws JobInterruption */
  async #update (id: number, claim: Claim, changes: Parameters<typeof updateJob>[2]): Promise<void> {
    const status = await this.store.writePatiently(async (database) => {
      // Another process may be running it by now.
      if (!claim.isHeld) throw new JobInterruption('lost')
      // Do not overwrite a stop request that another process has made meanwhile.
      const [current] = await database.select({ status: job.status }).from(job).where(eq(job.id, id))
      return current === undefined || current.status === 'stopping'
        ? 'stopping'
        : await updateJob(database, id, changes)
    })
    if (status === undefined || status === 'stopping') throw new JobInterruption('stopped')
    if (this.#isClosing) throw new JobInterruption('closing')
  }
}

function messageOf (error: unknown): string {
  if (error instanceof ApiError) return messagesOf(error.errors).join(' ')
  return error instanceof Error ? error.message : String(error)
}
