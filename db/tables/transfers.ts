import { flag, id, index, int, json, primaryKey, string, table, uniqueIndex } from './columns.js'

/**
 * A source from which records were moved in: a file of records, or a collection. `state` says how the ids of a
 * collection are mapped (api/move/collection); `{}` for other sources.
 */
export const transferSource = table('transfer_source', {
  id: id(),
  name: string('name').notNull(),
  state: json<unknown>('state').notNull()
}, (t) => [uniqueIndex('transfer_source_name').on(t.name)])

/**
 * Maps a record of a source to the record of this collection. `type` says what `name` is: a label in a file of records
 * (`labels`), or an id of one of the sequences of ids in a collection; that of `resources` is for items, item sets,
 * media and value annotations. `digest` identifies the content that was last moved in; null: the row is only a
 * placeholder. `state` identifies the local record as it was after that write, so that later edits here are
 * recognized; null for labels. `isMatched`: the local record existed before.
 */
export const movedRecord = table('moved_record', {
  sourceId: int('source_id').notNull().references(() => transferSource.id, { onDelete: 'cascade' }),
  type: string('type').notNull(),
  name: string('name').notNull(),
  localId: int('local_id').notNull(),
  digest: string('digest'),
  state: string('state'),
  isMatched: flag('is_matched').notNull()
}, (t) => [primaryKey({ columns: [t.sourceId, t.type, t.name] }), index('moved_record_local').on(t.type, t.localId)])
