import { flag, id, int, json, primaryKey, string, table, uniqueIndex } from './columns.js'

/** A collection from which records were transferred; `state` says how its ids are mapped (api/move/collection). */
export const transferSource = table('transfer_source', {
  id: id(),
  name: string('name').notNull(),
  state: json<unknown>('state').notNull()
}, (t) => [uniqueIndex('transfer_source_name').on(t.name)])

/**
 * The record here that stands for one of the source. `type` names the sequence of ids: `resources` for items, item
 * sets, media and value annotations. `digest` is that of the record as it was brought in; null: the row is a
 * placeholder. `state` is that of the row here after it was written, by which later edits are recognized. `isMatched`:
 * the row was here before.
 */
export const transferredRecord = table('transferred_record', {
  sourceId: int('source_id').notNull().references(() => transferSource.id, { onDelete: 'cascade' }),
  type: string('type').notNull(),
  foreignId: int('foreign_id').notNull(),
  localId: int('local_id').notNull(),
  digest: string('digest'),
  state: string('state'),
  isMatched: flag('is_matched').notNull()
}, (t) => [primaryKey({ columns: [t.sourceId, t.type, t.foreignId] })])
