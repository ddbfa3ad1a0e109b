import { isUtf8 } from 'node:buffer'
import type { Payload } from '../api/call.js'
import { BadRequestError } from '../api/errors.js'

/** As deep as PHP reads, and as deep as anything behind this may recurse. */
const MAX_DEPTH = 512

const enum Char { Quote = 0x22, Backslash = 0x5c, OpenBracket = 0x5b, CloseBracket = 0x5d, OpenBrace = 0x7b, CloseBrace = 0x7d }

/**
 * The JSON object or list in a body. Of keys that occur twice the last counts.
 *
 * @throws BadRequestError with one of the messages of contract/http.md §5, or for a key that reaches a prototype.
 */
export function decodeJson (bytes: Buffer): Payload {
  if (!isUtf8(bytes)) throw new BadRequestError('JSON: Malformed UTF-8 characters, possibly incorrectly encoded')
  if (depthOf(bytes) > MAX_DEPTH) throw new BadRequestError('JSON: Maximum stack depth exceeded')
  const text = bytes.toString('utf8')
  const value = parse(text)
  if (value === null || typeof value !== 'object') throw new BadRequestError('JSON: Content must be an object or array.')
  // A key may be written with escapes; anything else that reaches a prototype holds these letters.
  if (text.includes('proto') || text.includes('\\u')) refusePrototypes(value)
  return value as Payload
}

function parse (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // eslint-disable-next-line no-control-regex
    const isControl = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|"(?:[^"\\\n\r\t]|\\.)*[\n\r\t]/.test(text)
    throw new BadRequestError(isControl ? 'JSON: Control character error, possibly incorrectly encoded' : 'JSON: Syntax error')
  }
}

/** How deep brackets nest, found without recursion and before anything is built. */
function depthOf (bytes: Buffer): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === Char.Quote) {
      for (at++; at < bytes.length && bytes[at] !== Char.Quote; at++) if (bytes[at] === Char.Backslash) at++
    } else if (byte === Char.OpenBracket || byte === Char.OpenBrace) {
      if (++depth > deepest) deepest = depth
    } else if (byte === Char.CloseBracket || byte === Char.CloseBrace) {
      depth--
    }
  }
  return deepest
}

/** Refuses `__proto__` and `constructor.prototype`, as Fastify's own parser does; recursion is bounded by the depth. */
function refusePrototypes (value: object): void {
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') throw new BadRequestError('JSON: The key "__proto__" is not allowed.')
    if (member === null || typeof member !== 'object') continue
    if (key === 'constructor' && Object.hasOwn(member, 'prototype')) throw new BadRequestError('JSON: The key "constructor.prototype" is not allowed.')
    refusePrototypes(member)
  }
}
