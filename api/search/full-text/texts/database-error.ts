import { failureOf } from '../../../../db/open/failures.js'

/** Whether the database failed (because of a full disk, for example) rather than the document. */
export function isOfDatabase (error: unknown): boolean {
  const failure = failureOf(error)
  return failure !== undefined && failure !== 'unsuitable'
}
