import type { Failure } from '../engine/failure.js'
import { postgresFailure } from '../postgres/connection/failures.js'
import { sqliteFailure } from '../sqlite/connection/failures.js'

/** What an error says of the database; undefined: it is not the database's. */
export function failureOf (error: unknown): Failure | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? sqliteFailure(code) ?? postgresFailure(code) : undefined
}

/** What passes, or concerns this process alone. */
const PASSING = new Set<Failure | undefined>(['busy', 'unreachable', 'uncertain', 'outdated'])

/** Whether the same may succeed later, without anybody's doing, or elsewhere. */
export function isUnavailable (error: unknown): boolean {
  return PASSING.has(failureOf(error))
}
