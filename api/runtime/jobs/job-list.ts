import { count, desc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/query/statements/database.js'
import { job, user } from '../../../db/tables/index.js'

/** The columns of a job that lists show. */
export interface JobFacts {
  id: number
  /** The `o:job_class`. */
  name: string
  /** One of `JobStatus`; another value or null only in rows written by another program. */
  status: string | null
  /** Percent. */
  progress: number
  /** The account that added the job; null when there was none or it was deleted. */
  owner: { id: number, name: string } | null
  /** Seconds since 1970. */
  started: number
  ended: number | null
}

/** A page of the list of all jobs, latest first. */
export interface JobSlice {
  /** Number of jobs to skip. */
  offset: number
  limit: number
}

/** Facts about a job, and the lines of its log. */
export interface JobReport extends JobFacts { log: string[] }

// Without `job.log`, which may be long.
const FACTS = {
  id: job.id,
  name: job.class,
  status: job.status,
  progress: job.progress,
  owner: { id: user.id, name: user.name },
  started: job.started,
  ended: job.ended
}

/** The report of one job; undefined when there is none with this id. */
export async function jobReport (database: Database, id: number): Promise<JobReport | undefined> {
  const [row] = await database.select({ ...FACTS, log: job.log })
    .from(job).leftJoin(user, eq(user.id, job.ownerId)).where(eq(job.id, id))
  return row && { ...row, log: row.log?.split('\n').slice(0, -1) ?? [] }
}

export async function countJobs (database: Database): Promise<number> {
  const [{ total } = { total: 0 }] = await database.select({ total: count() }).from(job)
  return total
}

export async function listJobs (database: Database, { offset, limit }: JobSlice): Promise<JobFacts[]> {
  return await database.select(FACTS).from(job).leftJoin(user, eq(user.id, job.ownerId))
    .orderBy(desc(job.id)).limit(limit).offset(offset)
}
