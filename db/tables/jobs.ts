import { id, int, json, primaryKey, string, table, time } from './columns.js'
import { user } from './people.js'

/** A background job. `progress` runs from 0 to 100; `checkpoint` says where to resume after an interruption. */
export const job = table('job', {
  id: id(),
  ownerId: int('owner_id').references(() => user.id, { onDelete: 'set null' }),
  status: string('status'),
  class: string('class').notNull(),
  args: json<unknown>('args'),
  log: string('log'),
  progress: int('progress').notNull().default(0),
  checkpoint: json<unknown>('checkpoint'),
  started: time('started').notNull(),
  ended: time('ended')
})

/**
 * What an import job has made or changed, so that it can be undone. `before` is the earlier state of an updated
 * resource and `after` a digest of its state after the update; both are null for a resource that the job has created.
 */
export const importChange = table('import_change', {
  jobId: int('job_id').notNull().references(() => job.id, { onDelete: 'cascade' }),
  resourceId: int('resource_id').notNull(),
  before: json<unknown>('before'),
  after: string('after')
}, (t) => [primaryKey({ columns: [t.jobId, t.resourceId] })])
