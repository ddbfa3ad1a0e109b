import type { Failure } from '../../engine/engine.js'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FAILURES: Readonly<Record<string, Failure>> = {
  '08007': 'uncertain',
  23503: 'dangling',
  // The former primary is a replica now.
  25006: 'unreachable',
  '25P03': 'unreachable',
  // There is no such savepoint, because the statement that would have made it was cancelled.
  '3B001': 'busy',
  40001: 'busy',
  '40P01': 'busy',
  53100: 'full',
  '55P03': 'busy',
  57014: 'busy',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P05': 'unreachable',
  V0001: 'outdated'
}

/** By error class, the first two characters of the code. */
const CLASSES: Readonly<Record<string, Failure>> = {
  '08': 'unreachable',
  // Data exceptions, and exceeded limits of PostgreSQL (54).
  22: 'unsuitable',
  53: 'busy',
  54: 'unsuitable'
}

const STATE = /^[0-9A-Z]{5}$/

export function postgresFailure (code: string): Failure | undefined {
  // Names of system errors have the same form, but contain no digit.
  if (!STATE.test(code) || !/\d/.test(code)) return undefined
  return FAILURES[code] ?? CLASSES[code.slice(0, 2)] ?? 'other'
}
