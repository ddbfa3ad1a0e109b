/** The row about foreign transactions, the newest note and the migrations of the database is last. */
export type NoteRow = readonly [
  position: number, everything: number | null, ids: string | null, foreign: string | null, migrations: number
]

/**
 * Reads the notes after a position, and a last row with the newest position and what tells that other programs have
 * written, or that this is another server than before: what that one had not received is lost.
 *
 * @param after SQL for a whole number.
 */
export function notesAfter (after: string): string {
  // As subselects and a range: the planner knows neither end, expects few, and after a while plans no more.
  return `SELECT position, everything, ids, NULL AS foreign_writes, 0 FROM write_note
    WHERE position BETWEEN (SELECT ${after} + 1) AND (SELECT ${after} + ${Number.MAX_SAFE_INTEGER})
    UNION ALL SELECT (SELECT coalesce(max(position), 0) FROM write_note), NULL, NULL,
      (SELECT count(*) || ' ' || coalesce(max(id), 0) || ' ' ||
        extract(epoch FROM pg_postmaster_start_time()) FROM foreign_write), (SELECT count(*) FROM migration)
    ORDER BY foreign_writes NULLS FIRST, position`
}
