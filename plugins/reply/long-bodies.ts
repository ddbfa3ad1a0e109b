import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { lengthOf, Pieces, type Body } from '../http/body.js'

/** Bytes up to which a body is made and sent in one go. */
export const IN_ONE_GO = 256 * 1024

/** Bytes of a longer body that are sent before others are served: no more of them than of a shorter one. */
const SLICE = IN_ONE_GO

/**
 * Bytes of long bodies that leave in one turn of the event loop, to all clients together. Node.js accepts a single
 * connection in each turn, so turns of a hundred slices would let who comes anew wait for seconds.
 */
const TRIPLES_PER_TURN = 4 * SLICE

/** Sends long bodies in turns, the pieces of all of them one after the other. */
class Pace {
  readonly #waiting: Array<{ length: number, go: () => void }> = []

  /** Resolves when so many bytes may leave. */
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
        if (bytes >= TRIPLES_PER_TURN) break
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

/** Long bodies that are being sent, each with the number of clients who read it. */
const unsent = new Map<Body, number>()

/** Bytes of all long bodies that are being sent: those of one that many read are in memory once. */
export function unsentBytes (): number {
  return lengthOf([...unsent.keys()])
}

/** Notes that a body is kept in memory for a client. @returns notes that it is not any more. */
function keepUnsent (body: Body): () => void {
  unsent.set(body, (unsent.get(body) ?? 0) + 1)
  return () => {
    const rest = unsent.get(body)! - 1
    if (rest > 0) unsent.set(body, rest)
    else unsent.delete(body)
  }
}

/** Milliseconds in which a client must take a slice; otherwise its connection is closed, for it holds up memory. */
const STALLED = 60_000

/** @param stop ends the stream that this is read by. */
async function * paced (pieces: Iterable<Buffer>, stop: () => void): AsyncGenerator<Buffer> {
  const timer = setTimeout(stop, STALLED).unref()
  try {
    for (const slice of slices(pieces)) {
      await pace.room(slice.length)
      timer.refresh()
      yield * slice.pieces
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The pieces in groups of so many bytes as are sent before others are served. */
function * slices (pieces: Iterable<Buffer>): Generator<Body> {
  let some: Buffer[] = []
  let room = SLICE
  for (const piece of pieces) {
    for (let rest = piece; rest.length > 0;) {
      const taken = rest.subarray(0, room)
      some.push(taken)
      room -= taken.length
      rest = rest.subarray(taken.length)
      if (room > 0) continue
      yield new Pieces(some)
      some = []
      room = SLICE
    }
  }
  if (some.length > 0) yield new Pieces(some)
}

/**
 * A long body to be sent piece by piece: the kernel takes megabytes for each of many clients at once.
 *
 * @param pieces what is made of it.
 */
export function inTurns (body: Body, pieces: Iterable<Buffer> = body.pieces): Readable {
  const stream: Readable = Readable.from(paced(pieces, () => { stream.destroy() }))
  stream.once('close', keepUnsent(body))
  return stream
}

/** The bodies that streams send, and of which buffers are copies. */
const bodies = new WeakMap<object, Body>()

/** The body when a payload sends one that is all there. */
export function bodyOf (payload: unknown): Body | undefined {
  return typeof payload === 'object' && payload !== null ? bodies.get(payload) : undefined
}

/** A body as a stream. */
export function sliced (body: Body): Readable {
  const stream = inTurns(body)
  bodies.set(stream, body)
  return stream
}

/** Sends a body, a long one as fast as the client reads it. */
export function sendBody (reply: FastifyReply, body: Body): FastifyReply {
  if (body.length <= IN_ONE_GO) {
    const whole = body.whole()
    // What is compressed is kept by the body, for the copy may be another one each time.
    if (reply.request.raw.headers['accept-encoding'] !== undefined) bodies.set(whole, body)
    return reply.send(whole)
  }
  return reply.header('content-length', body.length).send(sliced(body))
}
