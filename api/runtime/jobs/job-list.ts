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

/** The columns of JobFacts: without `job.log`, which may be long. */
export const JOB_FACTS = {
  id: job.id,
  name: job.class,
  status: job.status,
  progress: job.progress,
  owner: { id: user.id, name: user.name },
  started: job.started,
  ended: job.ended
}
