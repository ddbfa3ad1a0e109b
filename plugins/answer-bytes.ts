import { createHash } from 'node:crypto'
import { BASE, type Answer, type SharedText } from '../api/answer.js'
import { bytesOf } from '../api/byte-text.js'
import { Turns } from '../api/turns.js'
import { Body } from './body.js'
import { recurs } from './compressed-bodies.js'
import { hashOf, Validators } from './conditional.js'
import { IN_ONE_GO } from './long-bodies.js'

/**
 * JSON text as bytes. To strings Fastify would add a charset in the content type, which clients that compare the
 * header do not expect.
 */
export interface Ready { base: string, body: Body, validators: Validators }

/** The bytes of cached answers, by their content, so that each is encoded and hashed only once. */
const rendered = new WeakMap<object, Ready>()

/** Long texts that are being made: whoever asks for one meanwhile waits for it. */
const pending = new WeakMap<object, { base: string, making: Promise<Ready> }>()

/** The bytes of what long texts share. */
const shared = new WeakMap<object, { base: string, bytes: Buffer }>()

/** The bytes of an answer; a promise where they are so many that others are served while they are made. */
export function ready (answer: Answer, base: string): Ready | Promise<Ready> {
  const present = rendered.get(answer.content)
  if (present?.base === base) return present
  if (answer.length > IN_ONE_GO) return readyLater(answer, base)
  const bytes = recurs(joined([...answer.pieces(bytesOf(base))]))
  const made = { base, body: new Body([bytes]), validators: new Validators(hashOf(bytes), answer) }
  return keep(answer, made, bytes.length)
}

/** @param own bytes that nothing else counts. */
function keep (answer: Answer, made: Ready, own: number): Ready {
  rendered.set(answer.content, made)
  if (own > 0) answer.whenEncoded?.(own)
  return made
}

/** The pieces one after the other, in memory of their own: of what Node pools, one body would keep others. */
function joined (pieces: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const piece of pieces) end += bytes.write(piece, end, 'latin1')
  return bytes
}

async function readyLater (answer: Answer, base: string): Promise<Ready> {
  const present = pending.get(answer.content)
  if (present?.base === base) return await present.making
  const making = inPieces(answer, base)
  pending.set(answer.content, { base, making })
  try {
    return keep(answer, await making, answer.ownLength)
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
  return { base, body: recurs(new Body(pieces)), validators: new Validators(hash.digest('hex'), answer) }
}

/** The bytes of a long text: what it shares with others in the very same memory. */
function * encoded (answer: Answer, base: string): Generator<Buffer> {
  const addresses = bytesOf(base)
  let pieces: string[] = []
  let length = 0
  for (const segment of answer.segments()) {
    if (typeof segment === 'string') {
      const piece = segment.replaceAll(BASE, addresses)
      pieces.push(piece)
      length += piece.length
      if (length < IN_ONE_GO) continue
    }
    if (length > 0) yield joined(pieces)
    pieces = []
    length = 0
    if (typeof segment !== 'string') yield bytesOfShared(segment, base, addresses)
  }
  if (length > 0) yield joined(pieces)
}

/** @param addresses the base as bytes (byte-text.ts). */
function bytesOfShared (text: SharedText, base: string, addresses: string): Buffer {
  let kept = shared.get(text.key)
  if (kept?.base !== base) {
    kept = { base, bytes: joined([text.text(addresses)]) }
    shared.set(text.key, kept)
    text.whenEncoded?.(kept.bytes.length)
  }
  return kept.bytes.subarray(text.skipped)
}
