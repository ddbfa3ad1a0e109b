import { TableError } from '../cells/table.js'

const CHUNK = 1024 * 1024
/** Bytes of text; a sheet of a million rows holds some hundred million. */
const LARGEST = 512 * 1024 * 1024

/** Bytes from which on a text is long. */
const LONG = 4096

/** Texts by number, kept as bytes: a sheet names its texts in any order, and strings would take more memory. */
export class StringTable {
  readonly #chunks: Buffer[] = []
  /** Chunk, begin and length of each text. */
  #places = new Uint32Array(3 * 1024)
  /** Long texts that were asked for: thousands of rows that name one share its string. */
  readonly #long = new Map<number, string>()
  #count = 0
  #used = CHUNK
  #bytes = 0

  get count (): number {
    return this.#count
  }

  add (text: string): void {
    const length = Buffer.byteLength(text)
    this.#bytes += length
    if (this.#bytes > LARGEST || this.#count >= LARGEST / 8) {
      throw new TableError('the sheet has more text than can be held; save it as CSV')
    }
    if (this.#used + length > CHUNK) {
      this.#chunks.push(Buffer.allocUnsafe(Math.max(CHUNK, length)))
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
    if (length! >= LONG) this.#long.set(number, text)
    return text
  }
}
