import { isUtf8 } from 'node:buffer'
import type { Payload } from '../../api/core/calls/call.js'
import { BadRequestError, TooLargeError } from '../../api/core/calls/errors.js'
import { extentOf, MAX_JSON_DEPTH, type JsonExtent } from '../../files/streams/json-extent.js'

/** Parsing one object with many keys takes ten times as long as parsing as many members in small objects. */
const MEMBERS_PER_KEY = 10

/**
 * Parses the JSON object or list in a body. The last of repeated keys counts.
 *
 * @param maxMembers maximal number of members of objects and lists, on all levels together. The time for parsing
 *   depends on them more than on bytes: a megabyte of text takes 1 ms, a megabyte of `{}` up to 100 ms.
 * @throws BadRequestError with one of the messages of docs/contract/http.md §5, or for a key that reaches a
 *   prototype; TooLargeError if there are more members, or one object has more than a tenth as many keys.
 */
export function decodeJson (bytes: Buffer, maxMembers: number): Payload {
  if (!isUtf8(bytes)) throw new BadRequestError('JSON: Malformed UTF-8 characters, possibly incorrectly encoded')
  const extent = extentOf(bytes)
  if (extent.depth > MAX_JSON_DEPTH) throw new BadRequestError('JSON: Maximum stack depth exceeded')
  if (extent.members > maxMembers) throw new TooLargeError(`The JSON has more than ${maxMembers} members.`)
  const maxKeys = maxMembers / MEMBERS_PER_KEY
  if (extent.keys > maxKeys) throw new TooLargeError(`The JSON has an object of more than ${maxKeys} keys.`)
  const text = bytes.toString('utf8')
  const value = parse(text, extent)
  if (value === null || typeof value !== 'object') {
    throw new BadRequestError('JSON: Content must be an object or array.')
  }
  // Other texts contain neither unpaired surrogates nor a key that reaches a prototype.
  if (text.includes('proto') || text.includes('\\u')) refuseUnsafe(value)
  return value as Payload
}

function parse (text: string, { hasControlCharacter }: JsonExtent): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadRequestError(hasControlCharacter
      ? 'JSON: Control character error, possibly incorrectly encoded'
      : 'JSON: Syntax error')
  }
}

/**
 * Refuses `__proto__` and `constructor.prototype`, as Fastify's parser does, and unpaired surrogates: they cannot be
 * encoded in UTF-8, and each database would store something different. The limit of depth bounds the recursion.
 */
function refuseUnsafe (value: unknown): void {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new BadRequestError('JSON: Single unpaired high surrogate in Unicode escape')
  }
  if (value === null || typeof value !== 'object') return
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') throw new BadRequestError('JSON: The key "__proto__" is not allowed.')
    if (key === 'constructor' && Object.hasOwn(Object(member) as object, 'prototype')) {
      throw new BadRequestError('JSON: The key "constructor.prototype" is not allowed.')
    }
    refuseUnsafe(key)
    refuseUnsafe(member)
  }
}
