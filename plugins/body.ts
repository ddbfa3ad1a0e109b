/** The bytes of an answer, in pieces that other answers may share. */
export class Body {
  readonly length: number

  constructor (readonly pieces: readonly Buffer[]) {
    this.length = pieces.reduce((sum, { length }) => sum + length, 0)
  }

  /** All bytes one after the other: a copy, unless there is one piece only. */
  whole (): Buffer {
    return this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces, this.length)
  }
}
