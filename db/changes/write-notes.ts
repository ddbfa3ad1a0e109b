import { EVERYTHING, type Touched } from './change-log.js'

/** What a transaction has touched, and of which resources it has written rows; undefined: not known. */
export interface Written { readonly touched: Touched, readonly rows: readonly number[] | undefined }

/** What cannot be told any more. */
export const UNKNOWN: Written = { touched: EVERYTHING, rows: undefined }

/**
 * What has been written to the database, by whatever process, as the notes in it tell (tables/write-notes.ts). Each
 * transaction writes its own note, so that it is there exactly when its change is.
 */
export interface Writes {
  /** Position of the newest note that is known. That of a write of this process is known when the write ends. */
  readonly position: number
  /**
   * What was written since the last call, in the order of the commits; with `UNKNOWN` where notes are missing. Cheap
   * when it is nothing.
   */
  take (): readonly Written[]
  /**
   * Makes sure that everything is known that was committed before the call; undefined: it is. Never rejects: while that
   * cannot be found out, `take` tells `UNKNOWN` each time.
   */
  catchUp (): Promise<void> | undefined
}

/** Notes that are kept. Whoever is further behind has to take everything as stale. */
const KEPT = 4096

/** In how many positions older ones are removed once. */
const BETWEEN_REMOVALS = 256

/** Position up to which notes are to be removed after the one at a position was written; undefined: none now. */
export function removableAt (position: number): number | undefined {
  return position % BETWEEN_REMOVALS === 0 && position > KEPT ? position - KEPT : undefined
}

/** Columns of a note. */
export interface Note { readonly everything: number, readonly ids: string | null }

/** @param written undefined: nothing that any answer shows. */
export function noteOf (written: Written | undefined): Note {
  if (written === undefined) return { everything: 0, ids: null }
  const { touched, rows } = written
  const ids = touched === EVERYTHING ? rows : touched
  return { everything: Number(touched === EVERYTHING), ids: ids === undefined ? null : JSON.stringify(ids) }
}

/** @returns undefined: nothing that any answer shows. */
export function writtenOf ({ everything, ids }: Note): Written | undefined {
  const rows = ids === null ? undefined : JSON.parse(ids) as number[]
  if (everything === 1) return { touched: EVERYTHING, rows }
  return rows && { touched: rows, rows }
}
