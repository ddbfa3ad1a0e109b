import { eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { isOneOf } from '../../../db/sqlite.js'
import { job, user } from '../../../db/tables/index.js'
import { equalsName } from '../../search/filters.js'
import { envelope, reference } from '../../addresses.js'
import { typedDate } from '../../dates.js'
import { jobWriter } from './write.js'
import type { ResourceType } from '../../resource-type.js'

const query = new QueryBuilder()

/** Long work, as administrators see it (contract/admin-resources.md §8). */
export const jobs: ResourceType = {
  name: 'jobs',
  entity: 'Job',
  // Jobs are started by what they do, not by describing them.
  operations: ['search', 'read', 'update', 'delete'],
  table: job,
  visible: () => undefined,
  filters: { class: equalsName(job.class), status: equalsName(job.status) },
  sorts: {
    id: job.id,
    status: job.status,
    class: job.class,
    started: job.started,
    ended: job.ended,
    owner_email: sql`${query.select({ key: user.emailKey }).from(user).where(eq(user.id, job.ownerId))}`
  },
  scalars: {
    id: { column: job.id },
    status: { column: job.status },
    class: { column: job.class },
    started: { column: job.started, as: 'date' },
    ended: { column: job.ended, as: 'date' },
    owner: { column: job.ownerId }
  },
  async represent ({ database }, ids) {
    const rows = await database.select().from(job).where(isOneOf(job.id, ids))
    return new Map(rows.map((row) => [row.id, {
      ...envelope('jobs', 'o:Job', row.id),
      'o:status': row.status,
      'o:job_class': row.class,
      'o:args': row.args ?? [],
      'o:owner': reference('users', row.ownerId),
      'o:started': typedDate(row.started),
      'o:ended': typedDate(row.ended)
    }]))
  },
  async entityOf ({ database }, id) {
    const [row] = await database.select({ id: job.id, ownerId: job.ownerId }).from(job).where(eq(job.id, id))
    return row ?? {}
  },
  writer: jobWriter
}
