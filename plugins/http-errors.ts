import { httpErrors } from '@fastify/sensible'

/** Errors that only HTTP knows; those of the domain are in `api/errors.ts`. */
export type HttpError = ReturnType<typeof httpErrors.createError>

export function unsupportedMediaType (mediaType = 'none'): HttpError {
  const expectation = 'Invalid Content-Type header. Expecting "application/json"'
  return httpErrors.unsupportedMediaType(`${expectation}, got "${mediaType}".`)
}

export function methodNotAllowed (method: string): HttpError {
  return httpErrors.methodNotAllowed(`The method ${method} is not allowed here.`)
}

export function malformedAddress (): HttpError {
  return httpErrors.badRequest('The address cannot be decoded.')
}

export function longAddress (): HttpError {
  return httpErrors.uriTooLong('The address is too long.')
}

export function noSuchPage (): HttpError {
  return httpErrors.notFound('There is nothing at this address.')
}

/** The resource is not in the state that a patch expects (RFC 5789, 2.2). */
export function patchConflict (message: string): HttpError {
  return httpErrors.conflict(message)
}

/** @param size of the file, in bytes. */
export function noSuchRange (size: number): HttpError {
  return httpErrors.rangeNotSatisfiable(`The file has ${size} bytes, and none of those asked for.`)
}
