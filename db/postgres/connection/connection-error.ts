import pg from 'pg'
import { NoCollectionError } from '../../engine/data-folder.js'

/** The connection was lost or not made, or nothing came over it in time. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'

  /** @param code the one that PostgreSQL has for it. */
  constructor (message: string, readonly code: '08006' | '08007' | '25006' | '53300' | '57014' = '08006', cause?: unknown) {
    super(message, { cause })
  }
}

/** A database that this version must not use; the message says why. */
export class UnsuitableDatabaseError extends Error {
  override readonly name = 'UnsuitableDatabaseError'
}

/** A newer version of Vitrine has migrated the database that this process has opened. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError'
  /** None of PostgreSQL's. */
  readonly code = 'V0001'

  constructor () {
    super(OUTDATED)
  }
}

export const OUTDATED = 'A newer version of Vitrine has changed the tables of the database: update this one, and start it anew.'

const OURS = [ConnectionError, NoCollectionError, OutdatedError, UnsuitableDatabaseError]

/** What the driver says when it has waited for long enough: for an answer, and for one of its connections. */
const LATE: Readonly<Record<string, '57014' | '53300'>> = {
  'Query read timeout': '57014', 'timeout exceeded when trying to connect': '53300'
}

/** An error of the driver by a code: what the server has not said itself concerns the connection. */
export function withCode (error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError || error instanceof TypeError) return error
  if (OURS.some((one) => error instanceof one)) return error
  return new ConnectionError(`The connection to the database failed: ${error.message}`, LATE[error.message], error)
}

/** Whether a connection can be used no more after an error. @param error as `withCode` gives it. */
export function endsConnection (error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  // A server that takes no writes any more is no primary.
  return error instanceof pg.DatabaseError && (/^(?:FATAL|PANIC)$/.test(error.severity ?? '') || error.code === '25006')
}
