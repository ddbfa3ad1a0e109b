import type { Failure } from '../../engine/engine.js'

const FAILURES: Readonly<Record<string, Failure>> = {
  SQLITE_FULL: 'full', SQLITE_CONSTRAINT_FOREIGNKEY: 'dangling', SQLITE_TOOBIG: 'unsuitable'
}

/** Prefix of the codes for a database that another program has locked. */
const BUSY = 'SQLITE_BUSY'

/** Prefixes of the codes for a file that the system does not let SQLite read or write, or that was moved away. */
const AWAY = ['SQLITE_CANTOPEN', 'SQLITE_IOERR', 'SQLITE_READONLY']

/** SQLite itself reports this only with another kind of log, and would write into a file that no start finds again. */
export class MovedDatabaseError extends Error {
  readonly code = 'SQLITE_READONLY_DBMOVED'
}

/** @param code https://www.sqlite.org/rescode.html */
export function sqliteFailure (code: string): Failure | undefined {
  if (code.startsWith(BUSY)) return 'busy'
  if (AWAY.some((prefix) => code.startsWith(prefix))) return 'unreachable'
  return FAILURES[code] ?? (code.startsWith('SQLITE_') ? 'other' : undefined)
}
