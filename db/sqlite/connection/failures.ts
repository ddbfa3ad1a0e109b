import type { Failure } from '../../engine/engine.js'

const FAILURES: Readonly<Record<string, Failure>> = {
  SQLITE_FULL: 'full', SQLITE_CONSTRAINT_FOREIGNKEY: 'dangling', SQLITE_TOOBIG: 'unsuitable'
}

/** Prefix of the codes for a database that another program has locked. */
const BUSY = 'SQLITE_BUSY'

/** @param code https://www.sqlite.org/rescode.html */
export function sqliteFailure (code: string): Failure | undefined {
  if (code.startsWith(BUSY)) return 'busy'
  return FAILURES[code] ?? (code.startsWith('SQLITE_') ? 'other' : undefined)
}
