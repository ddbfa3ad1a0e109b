/**
 * A notice; in the last row, the newest position, the state of foreign writes, the number of migrations, and the end of
 * the write-ahead log in bytes: all commits up to this read are in the log up to there.
 */
export type NoticeRow = readonly [
  position: number, everything: number | null, ids: string | null, foreign: string | null, migrations: number,
  logEnd: number
]

/**
 * Reads the notices after position `$1`, and a last row with the newest position and a text that changes when another
 * program has written, or the server was restarted or replaced by one that may not have received all commits.
 * Subselects and a range hide both limits from the planner: it expects few rows, and soon reuses its plan.
 */
export const READ_NOTICES = `SELECT position, everything, ids, NULL AS foreign_writes, 0, 0 FROM write_note
  WHERE position BETWEEN (SELECT $1::bigint + 1) AND (SELECT $1::bigint + ${Number.MAX_SAFE_INTEGER})
  UNION ALL SELECT (SELECT coalesce(max(position), 0) FROM write_note), NULL, NULL,
    (SELECT count(*) || ' ' || coalesce(max(id), 0) || ' ' ||
      extract(epoch FROM pg_postmaster_start_time()) FROM foreign_write), (SELECT count(*) FROM migration),
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')
  ORDER BY foreign_writes NULLS FIRST, position`
