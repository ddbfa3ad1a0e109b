/** Number of pieces that are joined to one: each takes hundreds of bytes of memory, even if it has a single byte. */
const JOINED_PIECES = 1024

/** Collects bytes that arrive in pieces of any size, in memory that does not depend on how a client cuts them. */
export class GatheredBytes {
  #joined: Buffer[] = []
  #pieces: Buffer[] = []
  #length = 0

  get length (): number {
    return this.#length
  }

  add (piece: Buffer): void {
    if (piece.length === 0) return
    this.#length += piece.length
    if (this.#pieces.push(piece) < JOINED_PIECES) return
    this.#joined.push(Buffer.concat(this.#pieces))
    this.#pieces = []
  }

  /** All bytes, which are then forgotten. */
  take (): Buffer {
    const pieces = [...this.#joined, ...this.#pieces]
    this.#joined = []
    this.#pieces = []
    this.#length = 0
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  }
}

/** The bytes of a stream. */
export async function gatheredBytes (source: AsyncIterable<Buffer>): Promise<Buffer> {
  const gathered = new GatheredBytes()
  for await (const piece of source) gathered.add(piece)
  return gathered.take()
}
