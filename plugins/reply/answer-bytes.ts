import { createHash, type Hash } from 'node:crypto'
import { InFlight } from '../../api/cache/lru.js'
import type { Answer } from '../../api/core/answers/answer.js'
import { Turns } from '../../api/core/sequence/turns.js'
import { Body, concatenated, numbered, SYNC_MAX_BYTES } from '../http/body.js'
import { Validators } from './conditional.js'

/**
 * An answer as bytes, ready to be sent. Not as a string, because Fastify would add a charset to its content type, which
 * clients that compare the header do not expect.
 */
export interface Ready { base: string, body: Body, validators: Validators }

/** The bytes of cached answers, by their content, so that each is encoded and hashed only once. */
const rendered = new WeakMap<object, Ready>()

/** Long answers that are being encoded, so that concurrent requests share the work. */
const pending = new InFlight<string>()

/** The bytes of an answer; a promise for a long one, which is encoded in steps so that other requests can run. */
export function ready (answer: Answer, base: string): Ready | Promise<Ready> {
  const present = rendered.get(answer.content)
  if (present?.base === base) return present
  if (answer.length > SYNC_MAX_BYTES) {
    return pending.share(`${answer.serial} ${base}`, async () => await inPieces(answer, base))
  }
  const hash = createHash('sha1')
  const all: Buffer[] = []
  let isCopied = true
  for (const [piece, isShort] of answer.pieces(base)) {
    hash.update(piece)
    all.push(piece)
    isCopied &&= isShort
  }
  // The bytes of a list are those of its parts, joined only while it is being sent.
  const isOnePiece = isCopied && answer.parts === undefined
  return store(answer, base, numbered(new Body(isOnePiece ? [concatenated(all)] : all)), hash)
}

function store (answer: Answer, base: string, body: Body, hash: Hash): Ready {
  const made = { base, body, validators: new Validators(hash.digest('hex'), answer) }
  rendered.set(answer.content, made)
  return made
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
  return store(answer, base, numbered(new Body(all)), hash)
}

/**
 * The bytes of a long answer. Long parts are not copied, so that lists share their memory with the parts' own answers.
 */
function * runs (answer: Answer, base: string): Generator<Buffer> {
  let run: Buffer[] = []
  let length = 0
  for (const [piece, isCopied] of answer.pieces(base)) {
    if (isCopied) {
      run.push(piece)
      length += piece.length
      if (length < SYNC_MAX_BYTES) continue
    }
    if (length > 0) yield concatenated(run)
    run = []
    length = 0
    if (!isCopied) yield piece
  }
  if (length > 0) yield concatenated(run)
}
