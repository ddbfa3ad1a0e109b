import { decryptToken, encryptToken } from '../../search/query/token.js'
import { OaiError, type Selection, type Verb } from './arguments.js'

/** Tokens expire after this time. */
const TOKEN_LIFETIME_SECONDS = 24 * 60 * 60

/** The state of a list request after its first part. */
export interface Resumption {
  verb: Verb
  prefix: string
  selection: Selection
  /** Epoch of the log that `after` refers to. */
  epoch: string
  /** The next part begins after this position of the log, or after this item set id. */
  after: number
  /** Number of entries in the previous parts. */
  cursor: number
  /** Length of the whole list, if it was counted. */
  size: number | undefined
  /** Seconds since 1970. */
  expires: number
}

/**
 * Encrypts the whole state of a list request into a token. So the server stores nothing between two requests, a token
 * can be used again, and tokens of other installations are refused.
 */
export function writeToken (
  { verb, prefix, selection: { from, until, set }, epoch, after, cursor, size, expires }: Resumption, secret: Uint8Array
): string {
  const state = [verb, prefix, from, until, set, epoch, after, cursor, size, expires].map((part) => part ?? null)
  return encryptToken(JSON.stringify(['oai', ...state]), secret)
}

/** @throws OaiError badResumptionToken for a token that was not issued for this verb, has expired, or was changed. */
export function readToken (token: string, verb: Verb, now: number, secret: Uint8Array): Resumption {
  const text = decryptToken(token, secret)
  const [kind, ...state] = text === undefined ? [] : JSON.parse(text) as [string, ...unknown[]]
  if (kind !== 'oai' || state[0] !== verb) throw badToken(`${verb} has given no such resumptionToken.`)
  const [, prefix, from, until, set, epoch, after, cursor, size, expires] = state.map((part) => part ?? undefined)
  const selection = { from, until, set }
  const resumption = { verb, prefix, selection, epoch, after, cursor, size, expires } as Resumption
  if (resumption.expires < now) throw badToken('The resumptionToken has expired.')
  return resumption
}

/** When a token that is issued now expires. */
export function expiryAfter (now: number): number {
  return now + TOKEN_LIFETIME_SECONDS
}

export function badToken (message: string): OaiError {
  return new OaiError({ code: 'badResumptionToken', message })
}
