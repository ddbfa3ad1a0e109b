import { createHash, type Hash } from 'node:crypto'
import type { Answer } from '../../api/core/answers/answer.js'
import { bytesOf, copied } from '../../api/core/answers/byte-text.js'
import { Turns } from '../../api/core/sequence/turns.js'
import { Copy, joined, lengthOf, Pieces, type Body } from '../http/body.js'
import { recurs } from './compressed-bodies.js'
import { Validators } from './conditional.js'
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

/** The bytes of an answer; a promise where they are so many that others are served while they are made. */
export function ready (answer: Answer, base: string): Ready | Promise<Ready> {
  const present = rendered.get(answer.content)
  if (present?.base === base) return present
  if (answer.length > IN_ONE_GO) return readyLater(answer, base)
  const hash = createHash('sha1')
  const all: Buffer[] = []
  let isCopied = true
  for (const [piece, isShort] of pieces(answer, base)) {
    hash.update(piece)
    all.push(piece)
    isCopied &&= isShort
  }
  const body = answer.parts === undefined
    ? new Pieces(isCopied ? [joined(all)] : all)
    : new Copy(lengthOf(all), () => joined(Array.from(pieces(answer, base), ([piece]) => piece)))
  return keep(answer, base, body, hash)
}

function keep (answer: Answer, base: string, body: Body, hash: Hash): Ready {
  const made = { base, body: recurs(body), validators: new Validators(hash.digest('hex'), answer) }
  rendered.set(answer.content, made)
  return made
}

async function readyLater (answer: Answer, base: string): Promise<Ready> {
  const present = pending.get(answer.content)
  if (present?.base === base) return await present.making
  const making = inPieces(answer, base)
  pending.set(answer.content, { base, making })
  try {
    return await making
  } finally {
    pending.delete(answer.content)
  }
}

async function inPieces (answer: Answer, base: string): Promise<Ready> {
  const turns = new Turns()
  const hash = createHash('sha1')
  const all: Buffer[] = []
  for (const run of runs(answer, base)) {
    hash.update(run)
    all.push(run)
    await turns.next()
  }
  return keep(answer, base, new Pieces(all), hash)
}

/** The bytes of a long text: what it shares with others in the very same memory. */
function * runs (answer: Answer, base: string): Generator<Buffer> {
  let run: Buffer[] = []
  let length = 0
  for (const [piece, isCopied] of pieces(answer, base)) {
    if (isCopied) {
      run.push(piece)
      length += piece.length
      if (length < IN_ONE_GO) continue
    }
    if (length > 0) yield joined(run)
    run = []
    length = 0
    if (!isCopied) yield piece
  }
  if (length > 0) yield joined(run)
}

const encoded = (text: string): Buffer => copied(bytesOf(text))

/** What is between the resources of a list. */
const BETWEEN = new Map(['[', ',', ']'].map((text) => [text, encoded(text)]))

/** The bytes of an answer piece by piece, and whether each is short enough to be copied into those of a list. */
function * pieces (answer: Answer, base: string): Generator<[piece: Buffer, isCopied: boolean]> {
  for (const segment of answer.segments()) {
    if (typeof segment === 'string') yield [BETWEEN.get(segment) ?? encoded(segment), true]
    else yield [segment.bytes(base), segment.isCopied]
  }
}
