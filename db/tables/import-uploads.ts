import { index, int, json, string, table, time } from './columns.js'
import { user } from './people.js'

/** A file uploaded for an import. The file store keeps it for a day (api/move/import/uploads). */
export const importUpload = table('import_upload', {
  id: string('id').primaryKey(),
  ownerId: int('owner_id').references(() => user.id, { onDelete: 'set null' }),
  filename: string('filename').notNull(),
  extension: string('extension').notNull(),
  format: string('format').$type<'table' | 'ndjson' | 'rdf'>().notNull(),
  size: int('size').notNull(),
  created: time('created').notNull(),
  choices: json<unknown>('choices'),
  jobId: int('job_id')
}, (t) => [index('import_upload_owner').on(t.ownerId)])
