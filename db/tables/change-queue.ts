import { int, table } from './columns.js'

/**
 * What statements have changed and no transaction of Vitrine has taken up yet (db/changes/queue.ts). Triggers append a
 * row for each changed row; before each commit, Vitrine takes the rows out again. So between transactions the table is
 * empty, unless another program has written. `what`: sum of `NOTED`. `id`: a resource; or a site page, property, class
 * or vocabulary. `otherId`: the resource or item set that it links to or belongs to. `valueRow`: row of the trigram
 * index (db/query/text/text-rows.ts).
 */
export const changeQueue = table('change_queue', {
  position: int('position').primaryKey(),
  what: int('what').notNull(),
  id: int('id'),
  otherId: int('other_id'),
  annotationId: int('annotation_id'),
  valueRow: int('value_row')
})
