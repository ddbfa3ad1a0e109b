import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../db/sqlite.js'
import { job } from '../../db/tables/index.js'
import { isoDate, now } from '../dates.js'

export type JobRow = typeof job.$inferSelect

/** The statuses of docs/contract/admin-resources.md §8. */
export type JobStatus = 'starting' | 'in_progress' | 'stopping' | 'completed' | 'stopped' | 'error'

/** Of jobs that have not ended. */
export const UNENDED: readonly JobStatus[] = ['starting', 'in_progress', 'stopping']

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

/** A job that stands as running, asked for by whoever keeps all others from running: so it was interrupted. */
export async function interruptedJob (database: Database, name: string, args: unknown): Promise<JobRow | undefined> {
  const [row] = await database
    .select()
    .from(job)
    .where(and(eq(job.class, name), eq(job.status, 'in_progress'), eq(job.args, args)))
    .orderBy(asc(job.id))
    .limit(1)
  return row
}

/** The longest waiting job of some classes, one that was interrupted or is to be stopped before all others. */
export async function nextJob (database: Database, names: readonly string[]): Promise<JobRow | undefined> {
  const [row] = await database
    .select()
    .from(job)
    .where(and(inArray(job.status, [...UNENDED]), inArray(job.class, [...names])))
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

/** @returns the job's status, which others may have changed; undefined when it was deleted. */
export async function markJob (
  database: Database,
  id: number,
  marks: Partial<Pick<JobRow, 'status' | 'progress' | 'checkpoint'>>
): Promise<string | null | undefined> {
  const [row] = await database.update(job).set(marks).where(eq(job.id, id)).returning({ status: job.status })
  return row?.status
}

export async function logLine (database: Database, id: number, line: string): Promise<void> {
  await database
    .update(job)
    .set({ log: sql`coalesce(${job.log}, '') || ${`${isoDate(now())} ${line}\n`}` })
    .where(eq(job.id, id))
}
