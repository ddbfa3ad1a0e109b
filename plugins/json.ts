import { isUtf8 } from 'node:buffer'
import type { Payload } from '../api/call.js'
import { BadRequestError, TooLargeError } from '../api/errors.js'

/** As deep as PHP reads, and as deep as anything behind this may recurse. */
const MAX_DEPTH = 512

const enum Char {
  FirstPrintable = 0x20,
  Tab = 0x09,
  LineFeed = 0x0a,
  CarriageReturn = 0x0d,
  Quote = 0x22,
  Comma = 0x2c,
  Backslash = 0x5c,
  OpenBracket = 0x5b,
  CloseBracket = 0x5d,
  OpenBrace = 0x7b,
  CloseBrace = 0x7d
}

/**
 * The JSON object or list in a body. Of keys that occur twice the last counts.
 *
 * @param maxMembers most members of objects and lists, all levels together. The time that parsing takes follows from
 *   them rather than from the bytes: a megabyte of text takes 1 ms, a megabyte of `{}` up to 100 ms.
 * @throws BadRequestError with one of the messages of docs/contract/http.md §5, or for a key that reaches a prototype;
 *   TooLargeError when there are more members.
 */
export function decodeJson (bytes: Buffer, maxMembers: number): Payload {
  if (!isUtf8(bytes)) throw new BadRequestError('JSON: Malformed UTF-8 characters, possibly incorrectly encoded')
  const shape = shapeOf(bytes)
  if (shape.depth > MAX_DEPTH) throw new BadRequestError('JSON: Maximum stack depth exceeded')
  if (shape.members > maxMembers) throw new TooLargeError(`The JSON has more than ${maxMembers} members.`)
  const text = bytes.toString('utf8')
  const value = parse(text, shape)
  if (value === null || typeof value !== 'object') {
    throw new BadRequestError('JSON: Content must be an object or array.')
  }
  // A key may be written with escapes; anything else that reaches a prototype holds these letters.
  if (text.includes('proto') || text.includes('\\u')) refusePrototypes(value)
  return value as Payload
}

function parse (text: string, { hasControlCharacter }: Shape): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadRequestError(hasControlCharacter
      ? 'JSON: Control character error, possibly incorrectly encoded'
      : 'JSON: Syntax error')
  }
}

/** What is known of JSON before it is parsed. */
interface Shape {
  /** How deep brackets nest. */
  depth: number
  /** At least as many as there are members of objects and lists. */
  members: number
  /** A character below U+0020 that JSON allows only as an escape. */
  hasControlCharacter: boolean
}

function isWhiteSpace (byte: number): boolean {
  return byte === Char.LineFeed || byte === Char.CarriageReturn || byte === Char.Tab
}

/** Found in one pass, without recursion and before anything is built. */
function shapeOf (bytes: Buffer): Shape {
  const shape: Shape = { depth: 0, members: 0, hasControlCharacter: false }
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === Char.Quote) {
      for (at++; at < bytes.length && bytes[at] !== Char.Quote; at++) {
        if (bytes[at] === Char.Backslash) at++
        else if (bytes[at]! < Char.FirstPrintable) shape.hasControlCharacter = true
      }
    } else if (byte === Char.OpenBracket || byte === Char.OpenBrace) {
      shape.members++
      if (++depth > shape.depth) shape.depth = depth
    } else if (byte === Char.Comma) {
      shape.members++
    } else if (byte === Char.CloseBracket || byte === Char.CloseBrace) {
      depth--
    } else if (byte < Char.FirstPrintable && !isWhiteSpace(byte)) {
      shape.hasControlCharacter = true
    }
  }
  return shape
}

/** Refuses `__proto__` and `constructor.prototype`, as Fastify's own parser does. The depth bounds the recursion. */
function refusePrototypes (value: object): void {
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') throw new BadRequestError('JSON: The key "__proto__" is not allowed.')
    if (member === null || typeof member !== 'object') continue
    if (key === 'constructor' && Object.hasOwn(member, 'prototype')) {
      throw new BadRequestError('JSON: The key "constructor.prototype" is not allowed.')
    }
    refusePrototypes(member)
  }
}
