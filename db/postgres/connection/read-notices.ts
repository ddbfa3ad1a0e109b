/**
 * A notice; in the last row, the newest position, the state of foreign writes, the number of migrations, and the end of
 * the write-ahead log in bytes: all commits up to this read are in the log up to there.
 */
export type NoticeRow = readonly [
  position: number, everything: number | null, ids: string | null, foreign: string | null, migrations: number,
  logEnd: number
]

/**
 * SQL that reads the notices after a position, and a last row with the newest position and a text that changes when
 * another program has written, or the server was restarted or replaced by one that may not have received all commits.
 *
 * @param after SQL for a whole number.
 */
export function noticesAfter (after: string): string {
  // Subselects and a range hide both limits from the planner: it expects few rows, and soon reuses its plan.
  return `SELECT position, everything, ids, NULL AS foreign_writes, 0, 0 FROM write_note
    WHERE position BETWEEN (SELECT ${after} + 1) AND (SELECT ${after} + ${Number.MAX_SAFE_INTEGER})
    UNION ALL SELECT (SELECT coalesce(max(position), 0) FROM write_note), NULL, NULL,
      (SELECT count(*) || ' ' || coalesce(max(id), 0) || ' ' ||
        extract(epoch FROM pg_postmaster_start_time()) FROM foreign_write), (SELECT count(*) FROM migration),
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')
    ORDER BY foreign_writes NULLS FIRST, position`
}
