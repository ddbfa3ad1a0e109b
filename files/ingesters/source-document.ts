import { IngestError } from '../ingest-error.js'
import { RemoteError } from '../remote/remote-error.js'
import type { RemoteLimits } from '../remote/remote-fetch.js'
import type { IngestContext } from './ingester.js'

/** A JSON object, read as far as anyone needs it. */
export type JsonObject = Record<string, unknown>

/** What the client is told under `o:source` when a document cannot be had. */
export interface DocumentMessages {
  /** Connection, address or limits; given what went wrong. */
  unreachable: (message: string) => string
  /** Another status than success. */
  status: (reason: string, status: number) => string
  undecodable: string
}

/** An error about the key that names the remote document. */
export function sourceError (message: string): IngestError {
  return IngestError.of('o:source', message)
}

/** True for an absolute http or https address. */
export function isWebAddress (address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

/** Bytes that a description of one picture or one page may have; real ones have some thousands. */
export const DESCRIPTION_BYTES = 1024 * 1024

/**
 * Fetches the JSON object at an address.
 * @param limits smaller ones than RemoteFetch has for JSON of every kind
 * @throws IngestError under `o:source`
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
