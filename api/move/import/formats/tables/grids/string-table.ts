import { TableError } from '../cells/table.js'

const CHUNK_BYTES = 1024 * 1024
/** A sheet of a million rows has some hundred million bytes of text. */
const TEXTS_MAX_BYTES = 512 * 1024 * 1024

/** Texts of at least this length are cached as strings. */
const LONG_TEXT_BYTES = 4096

/** Shared texts by number, stored as bytes: cells refer to them in any order, and strings would take more memory. */
export class StringTable {
  readonly #chunks: Buffer[] = []
  /** Chunk, offset and length of each text. */
  #places = new Uint32Array(3 * 1024)
  /** Long texts that were requested: thousands of cells with the same text share one string. */
  readonly #long = new Map<number, string>()
  #count = 0
  #used = CHUNK_BYTES
  #bytes = 0

  add (text: string): void {
    const length = Buffer.byteLength(text)
    this.#bytes += length
    if (this.#bytes > TEXTS_MAX_BYTES || this.#count >= TEXTS_MAX_BYTES / 8) {
      throw new TableError('the sheet has more text than fits into memory; save it as CSV')
    }
    if (this.#used + length > CHUNK_BYTES) {
      this.#chunks.push(Buffer.allocUnsafe(Math.max(CHUNK_BYTES, length)))
      this.#used = 0
    }
    const chunk = this.#chunks.length - 1
    this.#chunks[chunk]!.write(text, this.#used)
    if (3 * this.#count === this.#places.length) {
      const places = new Uint32Array(2 * this.#places.length)
      places.set(this.#places)
      this.#places = places
    }
    this.#places.set([chunk, this.#used, length], 3 * this.#count)
    this.#used += length
    this.#count++
  }

  get (number: number): string | undefined {
    if (!Number.isInteger(number) || number < 0 || number >= this.#count) return undefined
    const [chunk, begin, length] = this.#places.subarray(3 * number, 3 * number + 3)
    const text = this.#long.get(number) ?? this.#chunks[chunk!]!.toString('utf8', begin, begin! + length!)
    if (length! >= LONG_TEXT_BYTES) this.#long.set(number, text)
    return text
  }
}
