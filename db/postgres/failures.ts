import type { Failure } from '../failure.js'

const FAILURES: Readonly<Record<string, Failure>> = { 53100: 'full', 23503: 'dangling' }

/** Data exceptions, and what exceeds the limits of the program. */
const UNSUITABLE = /^(?:22|54)/

const STATE = /^[0-9A-Z]{5}$/

/** @param code https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function postgresFailure (code: string): Failure | undefined {
  // Names of system errors look like these codes, but have no digit.
  if (!STATE.test(code) || !/\d/.test(code)) return undefined
  return FAILURES[code] ?? (UNSUITABLE.test(code) ? 'unsuitable' : 'other')
}
