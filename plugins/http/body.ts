/** The bytes of an answer. */
export abstract class Body {
  constructor (readonly length: number) {}

  abstract get pieces (): readonly Buffer[]

  /** All bytes one after the other. */
  abstract whole (): Buffer
}

export function lengthOf (pieces: ReadonlyArray<Buffer | Body>): number {
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

/**
 * A short list, whose bytes are concatenated on demand and cached from the second request on: most lists are requested
 * only once, and V8 collects short-lived objects more cheaply than long-lived ones.
 */
export class Copy extends Body {
  readonly #make: () => Buffer
  #wasMade = false
  #cached: Buffer | undefined

  constructor (length: number, make: () => Buffer) {
    super(length)
    this.#make = make
  }

  get pieces (): readonly Buffer[] {
    return [this.whole()]
  }

  whole (): Buffer {
    if (this.#cached !== undefined) return this.#cached
    const made = this.#make()
    if (this.#wasMade) this.#cached = made
    this.#wasMade = true
    return made
  }
}

/** Bytes in pieces that other answers may share. */
export class Pieces extends Body {
  /** The concatenated bytes, as long as an answer that is being sent uses them. */
  #whole: WeakRef<Buffer> | undefined

  constructor (readonly pieces: readonly Buffer[]) {
    super(lengthOf(pieces))
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
