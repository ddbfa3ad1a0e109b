import { decryptToken, encryptToken } from '../../search/query/token.js'
import type { Selection, Verb } from './arguments.js'
import { OaiError } from './oai-error.js'

/** Seconds for which a token is promised to be valid. */
const LIFETIME = 24 * 60 * 60

/** A list request after its first part: what was asked for, and where the next part begins. */
export interface Resumption {
  verb: Verb
  prefix: string
  selection: Selection
  /** The log of changes by whose positions it goes on. */
  epoch: string
  /** What follows lies after this position of the log, or this id of a set. */
  after: number
  /** Entries that came before. */
  cursor: number
  /** Entries of the whole list, where they were counted. */
  size: number | undefined
  /** Seconds since 1970. */
  expires: number
}

/**
 * Writes and reads tokens, which hold the whole state of a list request: nothing is kept between two requests, a token
 * can be used again, and none of another installation is taken.
 */
export class Tokens {
  readonly #secret: Uint8Array

  constructor (secret: Uint8Array) {
    this.#secret = secret
  }

  write ({ verb, prefix, selection: { from, until, set }, epoch, after, cursor, size, expires }: Resumption): string {
    const state = [verb, prefix, from, until, set, epoch, after, cursor, size, expires].map((part) => part ?? null)
    return encryptToken(JSON.stringify(['oai', ...state]), this.#secret)
  }

  /** @throws OaiError badResumptionToken for a token that was not given for this verb, has expired, or was changed. */
  read (token: string, verb: Verb, now: number): Resumption {
    const text = decryptToken(token, this.#secret)
    const [kind, ...state] = text === undefined ? [] : JSON.parse(text) as [string, ...unknown[]]
    if (kind !== 'oai' || state[0] !== verb) throw badToken(`${verb} has given no such resumptionToken.`)
    const [, prefix, from, until, set, epoch, after, cursor, size, expires] = state.map((part) => part ?? undefined)
    const selection = { from, until, set }
    const resumption = { verb, prefix, selection, epoch, after, cursor, size, expires } as Resumption
    if (resumption.expires < now) throw badToken('The resumptionToken has expired.')
    return resumption
  }
}

/** When a token that is given now expires. */
export function expiryAfter (now: number): number {
  return now + LIFETIME
}

export function badToken (message: string): OaiError {
  return new OaiError({ code: 'badResumptionToken', message })
}
