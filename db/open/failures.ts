import type { Failure } from '../engine/engine.js'
import { postgresFailure } from '../postgres/connection/failures.js'
import { sqliteFailure } from '../sqlite/connection/failures.js'

/** The kind of database failure that an error stands for; undefined: it is not a database error. */
export function failureOf (error: unknown): Failure | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? sqliteFailure(code) ?? postgresFailure(code) : undefined
}

/** Failures that are temporary or concern this process only. */
const PASSING = new Set<Failure | undefined>(['busy', 'unreachable', 'uncertain', 'outdated'])

/** Whether the operation may succeed if it is repeated later or on another node. */
export function isUnavailable (error: unknown): boolean {
  return PASSING.has(failureOf(error))
}

/** Whether the database failed (because of a full disk, for example) rather than a value that it cannot store. */
export function isOfDatabase (error: unknown): boolean {
  const failure = failureOf(error)
  return failure !== undefined && failure !== 'unsuitable'
}
