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

// Without `job.log`, which may be long.
const COLUMNS = {
  id: job.id,
  name: job.class,
  status: job.status,
  progress: job.progress,
  ownerId: user.id,
  ownerName: user.name,
  started: job.started,
  ended: job.ended
}

const factsOf = (database: Database) =>
  database.select(COLUMNS).from(job).leftJoin(user, eq(user.id, job.ownerId)).$dynamic()

type Row = Awaited<ReturnType<typeof factsOf>>[number]

function asFacts ({ ownerId, ownerName, ...row }: Row): JobFacts {
  return { ...row, owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' } }
}

/** Facts about one job; undefined when there is none with this id. */
export async function jobFacts (database: Database, id: number): Promise<JobFacts | undefined> {
  const [row] = await factsOf(database).where(eq(job.id, id))
  return row === undefined ? undefined : asFacts(row)
}

export async function countJobs (database: Database): Promise<number> {
  const [{ total } = { total: 0 }] = await database.select({ total: count() }).from(job)
  return total
}

export async function listJobs (database: Database, { offset, limit }: JobSlice): Promise<JobFacts[]> {
  const rows = await factsOf(database).orderBy(desc(job.id)).limit(limit).offset(offset)
  return rows.map(asFacts)
}
