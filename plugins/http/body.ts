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

/** Pieces one after the other, in memory of their own: of what Node pools, one body would keep others. */
export function joined (pieces: readonly Buffer[]): Buffer {
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
 * Copies of the bytes that a short list consists of. They are kept from the second time on that somebody asks for them:
 * most lists are asked for once, and V8 collects what is gone soon more cheaply than what has been kept for a while.
 */
export class Copy extends Body {
  readonly #make: () => Buffer
  #wasMade = false
  #kept: Buffer | undefined

  constructor (length: number, make: () => Buffer) {
    super(length)
    this.#make = make
  }

  get pieces (): readonly Buffer[] {
    return [this.whole()]
  }

  whole (): Buffer {
    if (this.#kept !== undefined) return this.#kept
    const made = this.#make()
    if (this.#wasMade) this.#kept = made
    this.#wasMade = true
    return made
  }
}

/** Bytes in pieces that other answers may share. */
export class Pieces extends Body {
  /** All in one, as long as somebody uses it. */
  #whole: WeakRef<Buffer> | undefined

  constructor (readonly pieces: readonly Buffer[]) {
    super(lengthOf(pieces))
  }

  /** All bytes one after the other: a copy that those share who use it at once, unless there is one piece only. */
  whole (): Buffer {
    if (this.pieces.length === 1) return this.pieces[0]!
    const present = this.#whole?.deref()
    if (present !== undefined) return present
    const made = joined(this.pieces)
    this.#whole = new WeakRef(made)
    return made
  }
}
