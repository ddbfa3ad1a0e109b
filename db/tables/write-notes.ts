import { flag, int, string, table } from './columns.js'

/**
 * The commit notices: what each recent transaction touched, for the caches of other processes
 * (db/changes/change-log.ts). Positions ascend in commit order, without gaps. `everything`: any answer may be
 * stale. `ids`: JSON list of the resources of which rows were written (db/changes/tracking.ts); null: unknown, or,
 * without `everything`, no cached answer is affected. `change`: number of transactions up to this one, on engines
 * where another program may write without leaving a notice.
 */
export const writeNote = table('write_note', {
  position: int('position').primaryKey(),
  everything: flag('everything').notNull(),
  ids: string('ids'),
  change: int('change')
})
