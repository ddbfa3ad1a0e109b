import { createHash } from 'node:crypto'
import { BASE, type Answer } from '../api/answer.js'
import { bytesOf } from '../api/byte-text.js'
import { Turns } from '../api/turns.js'
import { recurs } from './compressed-bodies.js'
import { hashOf, Validators } from './conditional.js'
import { IN_ONE_GO } from './long-bodies.js'

/**
 * JSON text as bytes. To strings Fastify would add a charset in the content type, which clients that compare the
 * header do not expect.
 */
export interface Ready { base: string, body: Buffer, validators: Validators }

/** The bytes of cached answers, by their content, so that each is encoded and hashed only once. */
const rendered = new WeakMap<object, Ready>()

/** Long texts that are being made: whoever asks for one meanwhile waits for it. */
const pending = new WeakMap<object, { base: string, making: Promise<Ready> }>()

/** The bytes of an answer; a promise where they are so many that others are served while they are made. */
export function ready (answer: Answer, base: string): Ready | Promise<Ready> {
  const present = rendered.get(answer.content)
  if (present?.base === base) return present
  if (answer.length > IN_ONE_GO) return readyLater(answer, base)
  const body = whole([...encoded(answer, base)])
  return keep(answer, { base, body, validators: new Validators(hashOf(body), answer) })
}

function keep (answer: Answer, made: Ready): Ready {
  recurs(made.body)
  rendered.set(answer.content, made)
  answer.whenEncoded?.(made.body.length)
  return made
}

/**
 * Bytes from which on a part of a list is encoded only once, for all lists: it then takes twice its place in the
 * cache of representations.
 */
const LARGE_PART = 64 * 1024

/** Bytes of a list that are encoded at a stretch: all of one that is sent in one go. */
const PIECE = IN_ONE_GO

/** The bytes of large parts of lists. */
const encodedParts = new WeakMap<object, { base: string, body: Buffer }>()

function * encoded (answer: Answer, base: string): Generator<Buffer> {
  if (answer.parts === undefined) {
    for (const piece of based(answer, base)) yield joined([piece])
    return
  }
  let pieces = ['[']
  let length = 0
  for (const [at, part] of answer.parts.entries()) {
    if (at > 0) pieces.push(',')
    const isLarge = part.length >= LARGE_PART
    if (!isLarge) {
      pieces.push(...based(part, base))
      length += part.length
    }
    if (isLarge || length >= PIECE) {
      yield joined(pieces)
      pieces = []
      length = 0
    }
    if (isLarge) yield * partBytes(part, base)
  }
  yield joined([...pieces, ']'])
}

/** The bytes of an answer's text as texts (byte-text.ts), with the address in them. */
function * based (answer: Answer, base: string): Generator<string> {
  const bytes = bytesOf(base)
  for (const piece of answer.pieces()) yield piece.replaceAll(BASE, bytes)
}

/** The pieces one after the other, in memory of their own: of what Node pools, one body would keep others. */
function joined (pieces: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const piece of pieces) end += bytes.write(piece, end, 'latin1')
  return bytes
}

function * partBytes (part: Answer, base: string): Generator<Buffer> {
  const present = rendered.get(part.content) ?? encodedParts.get(part.content)
  if (present?.base === base) {
    yield present.body
    return
  }
  const pieces: Buffer[] = []
  for (const piece of based(part, base)) {
    const bytes = joined([piece])
    pieces.push(bytes)
    yield bytes
  }
  const body = whole(pieces)
  encodedParts.set(part.content, { base, body })
  part.whenEncoded?.(body.length)
}

const whole = (pieces: Buffer[]): Buffer => pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)

async function readyLater (answer: Answer, base: string): Promise<Ready> {
  const present = pending.get(answer.content)
  if (present?.base === base) return await present.making
  const making = inPieces(answer, base)
  pending.set(answer.content, { base, making })
  try {
    return keep(answer, await making)
  } finally {
    pending.delete(answer.content)
  }
}

async function inPieces (answer: Answer, base: string): Promise<Ready> {
  const turns = new Turns()
  const hash = createHash('sha1')
  const pieces: Buffer[] = []
  for (const piece of encoded(answer, base)) {
    hash.update(piece)
    pieces.push(piece)
    await turns.next()
  }
  return { base, body: whole(pieces), validators: new Validators(hash.digest('hex'), answer) }
}
