import { count, desc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/query/statements/database.js'
import { job, user } from '../../../db/tables/index.js'

/** What a list of jobs shows of each. */
export interface JobFacts {
  id: number
  /** The `o:job_class`. */
  name: string
  /** One of `JobStatus`; others, or none, come only from outside. */
  status: string | null
  /** Percent. */
  progress: number
  /** Account that added it, with its name; null when there was none or it was deleted. */
  owner: { id: number, name: string } | null
  /** Seconds since 1970. */
  started: number
  ended: number | null
}

/** A part of the list of all jobs, the latest first. */
export interface JobSlice {
  /** How many to leave out at the beginning. */
  offset: number
  limit: number
}

// Not `job.log`, which may be long.
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

/** The facts about one job; undefined when there is none with this id. */
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
