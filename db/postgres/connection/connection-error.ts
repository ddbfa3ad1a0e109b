import pg from 'pg'
import { NoCollectionError } from '../../engine/data-folder.js'

/** The connection failed, was lost, or did not respond in time. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'

  /** @param code PostgreSQL's code for it. */
  constructor (message: string, readonly code: '08006' | '08007' | '25006' | '53300' | '57014' = '08006', cause?: unknown) {
    super(message, { cause })
  }
}

/** The database is not usable by this version; the message says why. */
export class UnsuitableDatabaseError extends Error {
  override readonly name = 'UnsuitableDatabaseError'
}

/** A newer version of Vitrine has migrated the database that this process has opened. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError'
  /** Not one of PostgreSQL's codes. */
  readonly code = 'V0001'

  constructor () {
    super(OUTDATED)
  }
}

export const OUTDATED = 'A newer version of Vitrine has changed the tables of the database: update this one, and start it again.'

const OURS = [ConnectionError, NoCollectionError, OutdatedError, UnsuitableDatabaseError]

/** Messages of the driver after a timeout: of a response, and of getting a connection. */
const TIMEOUTS: Readonly<Record<string, '57014' | '53300'>> = {
  'Query read timeout': '57014', 'timeout exceeded when trying to connect': '53300'
}

/** Gives errors of the driver a code: an error that does not come from the server concerns the connection. */
export function withCode (error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError || error instanceof TypeError) return error
  if (OURS.some((one) => error instanceof one)) return error
  return new ConnectionError(`The connection to the database failed: ${error.message}`, TIMEOUTS[error.message], error)
}

/** Whether a connection is unusable after an error. @param error as `withCode` returns it. */
export function endsConnection (error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  // A server that no longer accepts writes is not the primary.
  return error instanceof pg.DatabaseError && (/^(?:FATAL|PANIC)$/.test(error.severity ?? '') || error.code === '25006')
}
