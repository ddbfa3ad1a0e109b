/** Rows about foreign transactions and the newest note are last. */
export type NoteRow = readonly [position: number, everything: number | null, ids: string | null, foreign: string | null]

/**
 * Reads the notes after a position, and a last row with the newest position and what tells that other programs have
 * written.
 *
 * @param after SQL for a whole number.
 */
export function notesAfter (after: string): string {
  return `SELECT position, everything, ids, NULL AS foreign_writes FROM write_note WHERE position > ${after}
    UNION ALL SELECT (SELECT coalesce(max(position), 0) FROM write_note), NULL, NULL,
      (SELECT count(*) || ' ' || coalesce(max(id), 0) FROM foreign_write)
    ORDER BY foreign_writes NULLS FIRST, position`
}
