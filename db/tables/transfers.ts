import { flag, id, int, json, primaryKey, string, table, uniqueIndex } from './columns.js'

/** A collection from which records were transferred; `state` says how its ids are mapped (api/move/collection). */
export const transferSource = table('transfer_source', {
  id: id(),
  name: string('name').notNull(),
  state: json<unknown>('state').notNull()
}, (t) => [uniqueIndex('transfer_source_name').on(t.name)])

/**
 * Maps a record of the source to the record of this collection. `type` names the id sequence: `resources` for items,
 * item sets, media and value annotations. `digest` identifies the content that was last transferred; null: the row is
 * only a placeholder. `state` identifies the local record as it was after that write, so that later edits here are
 * recognized. `isMatched`: the local record existed before the transfer.
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
