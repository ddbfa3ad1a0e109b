import { id, int, json, primaryKey, string, table, time } from './columns.js'
import { user } from './people.js'

/**
 * Long work. `log` grows by a line at a time; `progress` runs from 0 to 100; `checkpoint` is where to go on after an
 * interruption.
 */
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

/** How far the import of a file has come, so that it can go on after a broken run: label of a record → resource. */
export const importedRecord = table('imported_record', {
  source: string('source').notNull(),
  label: string('label').notNull(),
  resourceId: int('resource_id').notNull()
}, (t) => [primaryKey({ columns: [t.source, t.label] })])
