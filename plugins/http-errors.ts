import createError from '@fastify/error'

/** Errors that only HTTP knows; those of the domain are in `api/errors.ts`. */

export const UnsupportedMediaTypeError = createError<[string]>('VITRINE_MEDIA_TYPE',
  'Invalid Content-Type header. Expecting "application/json", got "%s".', 415)

export const MethodNotAllowedError = createError<[string]>('VITRINE_METHOD', 'The method %s is not allowed here.', 405)

export const MalformedAddressError = createError('VITRINE_ADDRESS', 'The address cannot be decoded.', 400)

export const LongAddressError = createError('VITRINE_ADDRESS', 'The address is too long.', 414)

export const NoSuchPageError = createError('VITRINE_NO_SUCH_PAGE', 'There is nothing at this address.', 404)

/** RFC 5789, 2.2: the resource is not in the state that the patch expects. */
export const PatchConflictError = createError<[string]>('VITRINE_PATCH_CONFLICT', '%s', 409)

export const RangeError = createError<[number]>('VITRINE_RANGE', 'The file has %d bytes, and none of those asked for.', 416)

/** RFC 4918, 11.5. */
export const NoRoomError = createError('VITRINE_NO_ROOM', 'There is no room left on the disk of the server.', 507)
