import { eq, sql } from 'drizzle-orm'
import { job, user } from '../../../db/tables/index.js'
import { representRows, resourceType, rowEntity, type ResourceWriter } from '../definition/resource-type.js'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { onlyAdmins } from '../../access/access.js'
import { equalsName } from '../../search/query/filters.js'
import { reference } from '../../core/answers/addresses.js'
import { typedDate } from '../../core/answers/dates.js'
import { DeletedJob, Job } from '../../../schemas/administration/jobs.js'
import * as parameter from '../../../schemas/shared/parameters.js'
import { asStored } from '../shared/writing/free-json.js'
import { deletionFrom } from '../shared/writing/table-rows.js'
import { described, scalar, sortedBy } from '../../search/query/searchable.js'

/** Updates of jobs are accepted and change nothing (docs/contract/admin-resources.md §8). */
const jobWriter: ResourceWriter = { update: async () => ({}), delete: deletionFrom(job) }

const query = new QueryBuilder()

/** Jobs, visible to administrators only (docs/contract/admin-resources.md §8). */
export const jobs = resourceType({
  name: 'jobs',
  entity: 'Job',
  schemas: { representation: Job, deleted: DeletedJob },
  // Jobs are started by imports and other operations, not by clients.
  operations: ['search', 'read', 'update', 'delete'],
  allows: onlyAdmins,
  table: job,
  visible: () => undefined,
  filters: {
    class: described(parameter.texts('What is done'), equalsName(job.class)),
    status: described(parameter.texts('Status'), equalsName(job.status))
  },
  sorts: {
    id: sortedBy('Id', job.id),
    status: sortedBy('Status', job.status),
    class: sortedBy('What is done', job.class),
    started: sortedBy('Date of the start', job.started),
    ended: sortedBy('Date of the end', job.ended),
    owner_email: sortedBy(
      'E-mail address of the owner',
      sql`${query.select({ key: user.emailKey }).from(user).where(eq(user.id, job.ownerId))}`
    )
  },
  scalars: {
    id: scalar('Id', job.id),
    status: scalar('Status', job.status),
    class: scalar('What is done', job.class),
    started: scalar('Date of the start', job.started, 'date'),
    ended: scalar('Date of the end', job.ended, 'date'),
    owner: scalar('Id of the owner', job.ownerId)
  },
  represent: representRows(job, 'jobs', 'o:Job', (row) => ({
    'o:status': row.status,
    'o:job_class': row.class,
    'o:args': asStored(row.args ?? []),
    'o:owner': reference('users', row.ownerId),
    'o:started': typedDate(row.started),
    'o:ended': typedDate(row.ended)
  })),
  entityOf: rowEntity(job, { ownerId: job.ownerId }),
  writer: jobWriter
})
