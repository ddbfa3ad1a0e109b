import type Sqlite from 'better-sqlite3'
import { writtenOf, type CommitNotice } from '../../changes/commit-notices.js'

/** The newest commit notice at a moment. */
export interface NewestNotice { readonly position: number, readonly change: number }

/**
 * Call it within a transaction. @returns undefined if there is no notice, or it does not say to which transaction it
 * belongs.
 */
export function newestNotice (driver: Sqlite.Database): NewestNotice | undefined {
  const notice = driver.prepare('SELECT position, change FROM write_note ORDER BY position DESC LIMIT 1').get() as
    { position: number, change: number | null } | undefined
  if (notice === undefined || notice.change === null) return undefined
  return { position: notice.position, change: notice.change }
}

/**
 * The resources of which rows were written since that notice; undefined: unknown, for example after a write of another
 * program.
 *
 * @param driver within a transaction that has already written its own notice.
 */
export function writtenSince (
  driver: Sqlite.Database, { position, change }: NewestNotice
): ReadonlySet<number> | undefined {
  const notices = driver.prepare('SELECT everything, ids, change FROM write_note WHERE position > ? ORDER BY position')
    .all(position) as Array<CommitNotice & { change: number | null }>
  const written = new Set<number>()
  for (const [at, notice] of notices.entries()) {
    if (notice.change !== change + 1 + at) return undefined
    // A notice of data that no answer shows has no ids.
    const what = writtenOf(notice)
    if (what === undefined) continue
    if (what.rows === undefined) return undefined
    for (const id of what.rows) if (id > 0) written.add(id)
  }
  return written
}
