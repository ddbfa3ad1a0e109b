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

/** Resources made by imports, by source and label of the record, so that an interrupted import can be resumed. */
export const importedRecord = table('imported_record', {
  source: string('source').notNull(),
  label: string('label').notNull(),
  resourceId: int('resource_id').notNull()
}, (t) => [primaryKey({ columns: [t.source, t.label] })])
