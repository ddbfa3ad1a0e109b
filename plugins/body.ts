/** The bytes of an answer, in pieces that other answers may share. */
export class Body {
  readonly length: number
  /** All in one, as long as somebody uses it. */
  #whole: WeakRef<Buffer> | undefined

  constructor (readonly pieces: readonly Buffer[]) {
    this.length = pieces.reduce((sum, { length }) => sum + length, 0)
  }

  /** All bytes one after the other: a copy that those share who use it at once, unless there is one piece only. */
  whole (): Buffer {
    if (this.pieces.length === 1) return this.pieces[0]!
    const present = this.#whole?.deref()
    if (present !== undefined) return present
    const made = Buffer.concat(this.pieces, this.length)
    this.#whole = new WeakRef(made)
    return made
  }
}
