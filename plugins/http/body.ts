import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** The bytes of an answer, in pieces that other answers may share. */
export class Body {
  readonly length: number
  /** The concatenated bytes, as long as an answer that is being sent uses them. */
  #whole: WeakRef<Buffer> | undefined

  constructor (readonly pieces: readonly Buffer[]) {
    this.length = lengthOf(pieces)
  }

  /** All bytes one after the other: the single piece, or a copy that concurrent answers share. */
  whole (): Buffer {
    if (this.pieces.length === 1) return this.pieces[0]!
    const present = this.#whole?.deref()
    if (present !== undefined) return present
    const made = concatenated(this.pieces)
    this.#whole = new WeakRef(made)
    return made
  }
}

/** Numbers of the bodies that are sent more than once. */
const numbers = new WeakMap<Buffer | Body, number>()
let count = 0

/** Numbers a body that is sent more than once, so that what is made from it, such as its compressed form, is cached. */
export function numbered<B extends Buffer | Body> (body: B): B {
  if (!numbers.has(body)) numbers.set(body, ++count)
  return body
}

/** The number of a body that `numbered` has returned; undefined for others. */
export function numberOf (body: Buffer | Body): number | undefined {
  return numbers.get(body)
}

function lengthOf (pieces: ReadonlyArray<Buffer | Body>): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

/**
 * Concatenates pieces. Not in Node's shared buffer pool, where one cached body would keep the memory of others alive.
 */
export function concatenated (pieces: readonly Buffer[]): Buffer {
  if (pieces.length === 1) return pieces[0]!
  const bytes = Buffer.allocUnsafeSlow(lengthOf(pieces))
  let end = 0
  for (const piece of pieces) {
    bytes.set(piece, end)
    end += piece.length
  }
  return bytes
}

/** Maximum size in bytes of a body that is encoded and sent at once, without yielding to other requests. */
export const SYNC_MAX_BYTES = 256 * 1024

/** Bytes of a longer body that are sent before other requests run. */
const SLICE_BYTES = SYNC_MAX_BYTES

/**
 * Bytes of long bodies that are sent in one turn of the event loop, to all clients together. Node.js accepts only one
 * connection in each turn, so with turns of a hundred slices new clients would wait for seconds.
 */
const BYTES_PER_TURN = 4 * SLICE_BYTES

/** Schedules the slices of all long bodies over the turns of the event loop, in the order in which they are ready. */
class Pace {
  readonly #waiting: Array<{ length: number, go: () => void }> = []

  /** Resolves when this many bytes may be sent. */
  async room (length: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push({ length, go: resolve })
      if (this.#waiting.length === 1) this.#schedule()
    })
  }

  #schedule (): void {
    setImmediate(() => {
      let bytes = 0
      let count = 0
      for (const { length, go } of this.#waiting) {
        if (bytes >= BYTES_PER_TURN) break
        bytes += length
        count++
        go()
      }
      this.#waiting.splice(0, count)
      if (this.#waiting.length > 0) this.#schedule()
    })
  }
}

const pace = new Pace()

/** Long bodies that are being sent, each with the number of clients that read it. */
const unsent = new Map<Body, number>()

/** Bytes of all long bodies that are being sent. A body that several clients read counts once. */
export function unsentBytes (): number {
  return lengthOf([...unsent.keys()])
}

/** Counts a body as retained in memory for a client. @returns a function that ends this. */
function retainUnsent (body: Body): () => void {
  unsent.set(body, (unsent.get(body) ?? 0) + 1)
  return () => {
    const rest = unsent.get(body)! - 1
    if (rest > 0) unsent.set(body, rest)
    else unsent.delete(body)
  }
}

/** Milliseconds in which a client must read a piece of a stream; otherwise its connection is closed. */
const STALLED_CLIENT_TIMEOUT_MS = 60_000

/**
 * Streams pieces as fast as the client reads them. A client that reads nothing for too long is disconnected, to release
 * what the stream holds.
 *
 * @param pieces texts or bytes. @param onClose called once, also after an error.
 */
export function pieceStream (pieces: AsyncIterable<string | Buffer>, onClose: () => void): Readable {
  let stalled: NodeJS.Timeout | undefined
  const stop = (): void => { stream.destroy(new Error('The client has not read for too long.')) }
  async function * timed (): AsyncGenerator<string | Buffer> {
    for await (const piece of pieces) {
      stalled = setTimeout(stop, STALLED_CLIENT_TIMEOUT_MS).unref()
      yield piece
      clearTimeout(stalled)
    }
  }
  const stream = Readable.from(timed(), { objectMode: false })
  return stream.once('close', () => {
    clearTimeout(stalled)
    onClose()
  })
}

/** The pieces, one slice at a time. */
async function * paced (pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const slice of slices(pieces)) {
    await pace.room(slice.length)
    yield * slice.pieces
  }
}

/** Divides the pieces into slices of `SLICE_BYTES`. */
function * slices (pieces: Iterable<Buffer>): Generator<Body> {
  let some: Buffer[] = []
  let room = SLICE_BYTES
  for (const piece of pieces) {
    for (let rest = piece; rest.length > 0;) {
      const taken = rest.subarray(0, room)
      some.push(taken)
      room -= taken.length
      rest = rest.subarray(taken.length)
      if (room > 0) continue
      yield new Body(some)
      some = []
      room = SLICE_BYTES
    }
  }
  if (some.length > 0) yield new Body(some)
}

/**
 * A long body as a stream of slices. Written at once, it would fill megabytes of kernel buffers for each client.
 *
 * @param pieces the bytes to send, if they are made from the body, such as indented text.
 */
export function inTurns (body: Body, pieces: Iterable<Buffer> = body.pieces): Readable {
  return pieceStream(paced(pieces), retainUnsent(body))
}

/** The bodies that streams and buffers were made from. */
const bodies = new WeakMap<object, Body>()

/** The complete body that a payload was made from; undefined if there is none. */
export function bodyOf (payload: unknown): Body | undefined {
  return typeof payload === 'object' && payload !== null ? bodies.get(payload) : undefined
}

/** A body as a stream. */
export function sliced (body: Body): Readable {
  const stream = inTurns(body)
  bodies.set(stream, body)
  return stream
}

/** Sends a body: a short one at once, a long one as fast as the client reads it. */
export function sendBody (reply: FastifyReply, body: Body): FastifyReply {
  if (body.length <= SYNC_MAX_BYTES) {
    const whole = body.whole()
    // Compressed forms are cached by body, because the copy may be a different buffer each time.
    if (reply.request.raw.headers['accept-encoding'] !== undefined) bodies.set(whole, body)
    return reply.send(whole)
  }
  return reply.header('content-length', body.length).send(sliced(body))
}
