import { createRequire } from 'node:module'
import type { httpErrors as HttpErrors } from '@fastify/sensible'
import type { KeyProblem } from '../../api/core/calls/actor.js'

/** An error that exists only in HTTP; errors of the API are in `api/core/calls/errors.ts`. */
type HttpError = ReturnType<typeof HttpErrors.createError>

const require = createRequire(import.meta.url)
let loaded: typeof HttpErrors | undefined

/**
 * Loads the package with the first error, because it reads the whole table of media types, which would delay the start.
 */
function httpErrors (): typeof HttpErrors {
  loaded ??= (require('@fastify/sensible') as { httpErrors: typeof HttpErrors }).httpErrors
  return loaded
}

export function unsupportedMediaType (mediaType = 'none', expected = 'application/json'): HttpError {
  return httpErrors().unsupportedMediaType(`Invalid Content-Type header. Expecting "${expected}", got "${mediaType}".`)
}

export function unsupportedCoding (coding: string): HttpError {
  return httpErrors().unsupportedMediaType(`The body has the content coding "${coding}". Send it without one.`)
}

export function methodNotAllowed (method: string): HttpError {
  return httpErrors().methodNotAllowed(`The method ${method} is not allowed here.`)
}

export function malformedAddress (): HttpError {
  return httpErrors().badRequest('The address cannot be decoded.')
}

export function longAddress (): HttpError {
  return httpErrors().uriTooLong('The address is too long.')
}

/** @param wait seconds after which the request may be sent again. */
export function tooManyRequests (wait: number): HttpError {
  return httpErrors().tooManyRequests(`There were too many requests. Try again in ${wait} s.`)
}

export function noSuchPage (): HttpError {
  return httpErrors().notFound('There is nothing at this address.')
}

/** The resource is not in the state that a patch expects (RFC 5789, 2.2). */
export function patchConflict (message: string): HttpError {
  return httpErrors().conflict(message)
}

/** Only for logs, because nothing reads the answer. nginx uses the same status. */
export function clientGone (): HttpError {
  return httpErrors().createError(499, 'The client has disconnected.')
}

/** @param size of the file, in bytes. */
export function noSuchRange (size: number): HttpError {
  return httpErrors().rangeNotSatisfiable(`The file has ${size} bytes, and none of those asked for.`)
}

const INVALID_KEYS: Record<KeyProblem, string> = {
  unknown: 'The key in the Authorization header is not valid: identity and credential do not match, or it was revoked.',
  expired: 'The key in the Authorization header has expired.',
  inactive: 'The account of the key in the Authorization header is not active.',
  incomplete: 'The Authorization header holds no key: Basic identity:credential or Bearer identity.credential is expected.'
}

export function invalidKey (problem: KeyProblem): HttpError {
  return httpErrors().unauthorized(INVALID_KEYS[problem])
}
