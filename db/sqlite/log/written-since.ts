import type Sqlite from 'better-sqlite3'
import { writtenOf, type Note } from '../../changes/write-notes.js'

/** The note of the newest transaction at a moment. */
export interface NewestNote { readonly position: number, readonly change: number }

/** Within a transaction. @returns undefined when nothing is noted, or not by which transaction. */
export function newestNote (driver: Sqlite.Database): NewestNote | undefined {
  const note = driver.prepare('SELECT position, change FROM write_note ORDER BY position DESC LIMIT 1').get() as
    { position: number, change: number | null } | undefined
  return note !== undefined && note.change !== null ? { position: note.position, change: note.change } : undefined
}

/**
 * The resources of which rows were written since then; undefined: not known, as after a write of another program.
 *
 * @param driver in a transaction that has written its own note already.
 */
export function writtenSince (
  driver: Sqlite.Database, { position, change }: NewestNote
): ReadonlySet<number> | undefined {
  const notes = driver.prepare('SELECT everything, ids, change FROM write_note WHERE position > ? ORDER BY position')
    .all(position) as Array<Note & { change: number | null }>
  const written = new Set<number>()
  for (const [at, note] of notes.entries()) {
    if (note.change !== change + 1 + at) return undefined
    // What no answer shows has no ids.
    const what = writtenOf(note)
    if (what === undefined) continue
    if (what.rows === undefined) return undefined
    for (const id of what.rows) if (id > 0) written.add(id)
  }
  return written
}
