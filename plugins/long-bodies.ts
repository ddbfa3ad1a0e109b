import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Bytes up to which a body is made and sent in one go. */
export const IN_ONE_GO = 256 * 1024

/** Bytes of a longer body that are sent before others are served: no more of them than of a shorter one. */
const SLICE = IN_ONE_GO

/**
 * Bytes of long bodies that leave in one turn of the event loop, to all clients together. Node.js accepts a single
 * connection in each turn, so turns of a hundred slices would let who comes anew wait for seconds.
 */
const IN_ONE_TURN = 4 * SLICE

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
        if (bytes >= IN_ONE_TURN) break
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

async function * paced (pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    await pace.room(piece.length)
    yield piece
  }
}

/** A long body to be sent piece by piece: the kernel takes megabytes for each of many clients at once. */
export function inTurns (pieces: Iterable<Buffer>): Readable {
  return Readable.from(paced(pieces))
}

/** The whole bodies that streams are slices of. */
const wholes = new WeakMap<Readable, Buffer>()

/** The whole body when a payload consists of slices of one. */
export function wholeOf (payload: unknown): Buffer | undefined {
  return typeof payload === 'object' && payload !== null ? wholes.get(payload as Readable) : undefined
}

/** A body as a stream of slices. */
export function sliced (body: Buffer): Readable {
  const stream = inTurns(slices(body))
  wholes.set(stream, body)
  return stream
}

/** Sends a body, a long one as fast as the client reads it. */
export function sendBytes (reply: FastifyReply, body: Buffer): FastifyReply {
  if (body.length <= IN_ONE_GO) return reply.send(body)
  return reply.header('content-length', body.length).send(sliced(body))
}

function * slices (body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += SLICE) yield body.subarray(at, at + SLICE)
}
