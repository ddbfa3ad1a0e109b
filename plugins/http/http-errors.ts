import type { KeyProblem } from '../../api/core/calls/actor.js'

/** An error that exists only in HTTP; errors of the API are in `api/core/calls/errors.ts`. */
class HttpError extends Error {
  constructor (readonly statusCode: number, message: string) {
    super(message)
    this.name = new.target.name
  }
}

export function unsupportedMediaType (mediaType = 'none', expected = 'application/json'): HttpError {
  return new HttpError(415, `Invalid Content-Type header. Expecting "${expected}", got "${mediaType}".`)
}

export function methodNotAllowed (method: string): HttpError {
  return new HttpError(405, `The method ${method} is not allowed here.`)
}

export function malformedAddress (): HttpError {
  return new HttpError(400, 'The address cannot be decoded.')
}

export function longAddress (): HttpError {
  return new HttpError(414, 'The address is too long.')
}

/** @param wait seconds after which the request may be sent again. */
export function tooManyRequests (wait: number): HttpError {
  return new HttpError(429, `There were too many requests. Try again in ${wait} s.`)
}

export function noSuchPage (): HttpError {
  return new HttpError(404, 'There is nothing at this address.')
}

/** The resource is not in the state that a patch expects (RFC 5789, 2.2). */
export function patchConflict (message: string): HttpError {
  return new HttpError(409, message)
}

/** @param size of the file, in bytes. */
export function noSuchRange (size: number): HttpError {
  return new HttpError(416, `The file has ${size} bytes, and none of those asked for.`)
}

const INVALID_KEYS: Record<KeyProblem, string> = {
  unknown: 'The key in the Authorization header is not valid: identity and credential do not match, or it was revoked.',
  expired: 'The key in the Authorization header has expired.',
  inactive: 'The account of the key in the Authorization header is not active.',
  incomplete: 'The Authorization header holds no key: Basic identity:credential or Bearer identity.credential is expected.'
}

export function invalidKey (problem: KeyProblem): HttpError {
  return new HttpError(401, INVALID_KEYS[problem])
}
