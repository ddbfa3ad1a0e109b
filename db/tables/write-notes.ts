import { flag, int, string, table } from './columns.js'

/**
 * What each of the newest transactions touched, for the other processes that keep answers (db/changes/write-notes.ts).
 * Positions ascend in the order of commits, without gaps. `everything`: it may show in any answer. `ids`: JSON, ids of
 * the resources of which rows were written (db/changes/tracking.ts); null: not known, or, without `everything`, that no
 * answer shows it. `change`: how many transactions there have been with this one, where a program may write without a
 * note.
 */
export const writeNote = table('write_note', {
  position: int('position').primaryKey(),
  everything: flag('everything').notNull(),
  ids: string('ids'),
  change: int('change')
})
