import { IngestError } from '../ingest-error.js'
import { RemoteError } from '../remote/remote-error.js'
import type { RemoteLimits } from '../remote/remote-fetch.js'
import type { IngestContext } from './ingester.js'

/** A JSON object whose members are checked where they are used. */
export type JsonObject = Record<string, unknown>

/** Messages under `o:source` when a document cannot be fetched. */
export interface DocumentMessages {
  /** For a failed connection, a refused address or an exceeded limit. */
  unreachable: (message: string) => string
  /** For an unsuccessful status. */
  status: (reason: string, status: number) => string
  undecodable: string
}

/** An error of the key `o:source`. */
export function sourceError (message: string): IngestError {
  return IngestError.of('o:source', message)
}

/** Limit for documents about one picture or page; real ones have a few thousand bytes. */
export const DESCRIPTION_MAX_BYTES = 1024 * 1024

/**
 * Fetches a JSON object.
 * @param limits smaller than RemoteFetch's limits for any JSON.
 * @throws IngestError under `o:source`.
 */
export async function fetchDocument (
  address: string, fetch: IngestContext['fetch'], messages: DocumentMessages, limits: RemoteLimits = {}
): Promise<JsonObject> {
  try {
    const document = await fetch.json(address, limits)
    if (typeof document === 'object' && document !== null) return document as JsonObject
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    if (error.status !== null) throw sourceError(messages.status(error.reason, error.status))
    if (error.failure !== 'json') throw sourceError(messages.unreachable(error.message))
  }
  throw sourceError(messages.undecodable)
}
