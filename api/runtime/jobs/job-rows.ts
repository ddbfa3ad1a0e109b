import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/query/statements/database.js'
import { job } from '../../../db/tables/index.js'
import { isoDate, now } from '../../core/answers/dates.js'

export type JobRow = typeof job.$inferSelect

/** The statuses of docs/contract/admin-resources.md §8. */
export type JobStatus = 'starting' | 'in_progress' | 'stopping' | 'completed' | 'stopped' | 'error'

/** Statuses of jobs that have not ended. */
export const UNFINISHED: readonly JobStatus[] = ['starting', 'in_progress', 'stopping']

export async function insertJob (
  database: Database,
  name: string,
  args: unknown,
  ownerId: number | null,
  status: JobStatus
): Promise<number> {
  const [row] = await database
    .insert(job)
    .values({ class: name, args, ownerId, status, started: now() })
    .returning({ id: job.id })
  return row!.id
}

export async function jobRow (database: Database, id: number): Promise<JobRow | undefined> {
  const [row] = await database.select().from(job).where(eq(job.id, id))
  return row
}

/**
 * The oldest interrupted job with these arguments. Only the process that has the claim knows that such a job is not
 * running.
 */
export async function interruptedJob (database: Database, name: string, args: unknown): Promise<JobRow | undefined> {
  const [row] = await database
    .select()
    .from(job)
    .where(and(eq(job.class, name), eq(job.status, 'in_progress'), eq(job.args, args)))
    .orderBy(asc(job.id))
    .limit(1)
  return row
}

/** The oldest unfinished job of the given classes; interrupted and stopping jobs come before waiting ones. */
export async function nextJob (database: Database, names: readonly string[]): Promise<JobRow | undefined> {
  const [row] = await database
    .select()
    .from(job)
    .where(and(inArray(job.status, [...UNFINISHED]), inArray(job.class, [...names])))
    .orderBy(sql`${job.status} = 'starting'`, asc(job.id))
    .limit(1)
  return row
}

export async function endJob (database: Database, id: number, status: JobStatus): Promise<void> {
  await database
    .update(job)
    .set({ status, ended: now(), checkpoint: null, ...(status === 'completed' && { progress: 100 }) })
    .where(eq(job.id, id))
}

/** @returns the job's status, which another process may have changed; undefined when the job was deleted. */
export async function updateJob (
  database: Database,
  id: number,
  changes: Partial<Pick<JobRow, 'status' | 'progress' | 'checkpoint'>>
): Promise<string | null | undefined> {
  const [row] = await database.update(job).set(changes).where(eq(job.id, id)).returning({ status: job.status })
  return row?.status
}

export async function logLine (database: Database, id: number, line: string): Promise<void> {
  await database
    .update(job)
    .set({ log: sql`coalesce(${job.log}, '') || ${`${isoDate(now())} ${line}\n`}` })
    .where(eq(job.id, id))
}
