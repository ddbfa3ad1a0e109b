import { GatheredBytes } from './gathered-bytes.js'

const NEWLINE = 0x0A

/** Splits bytes that arrive in chunks into lines. Buffers only the beginning of one line. */
export class LineSplitter {
  readonly #begun = new GatheredBytes()
  #isTooLong = false

  /** @param longest maximum length of a line in bytes. */
  constructor (private readonly longest: number) {}

  /** Whether a line was too long; no lines follow it. */
  get isTooLong (): boolean {
    return this.#isTooLong
  }

  /** The lines that a chunk completes, without their line breaks. Read them all before the next chunk. */
  * split (chunk: Buffer): Generator<Buffer> {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (this.#add(chunk.subarray(start, end))) return
      yield this.#begun.take()
      start = end + 1
    }
    this.#add(chunk.subarray(start))
  }

  /** The text after the last line break. */
  rest (): Buffer {
    return this.#begun.take()
  }

  /** @returns whether the line is now too long. */
  #add (bytes: Buffer): boolean {
    this.#begun.add(bytes)
    this.#isTooLong ||= this.#begun.length > this.longest
    return this.#isTooLong
  }
}
