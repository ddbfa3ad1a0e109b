import type { Failure } from '../failure.js'

const FAILURES: Readonly<Record<string, Failure>> = {
  SQLITE_FULL: 'full', SQLITE_CONSTRAINT_FOREIGNKEY: 'dangling', SQLITE_TOOBIG: 'unsuitable'
}

/** @param code https://www.sqlite.org/rescode.html */
export function sqliteFailure (code: string): Failure | undefined {
  return FAILURES[code] ?? (code.startsWith('SQLITE_') ? 'other' : undefined)
}
