const CHUNK = 16
const MASK = 2 ** CHUNK - 1

/** A list of integers of 32 bits that grows without being copied, so that it never takes much more than its numbers. */
export class NumberList {
  readonly #chunks: Int32Array[] = []
  #length = 0

  get length (): number {
    return this.#length
  }

  add (number: number): void {
    const at = this.#length++
    if ((at & MASK) === 0) this.#chunks.push(new Int32Array(MASK + 1))
    this.#chunks[at >>> CHUNK]![at & MASK] = number
  }

  /** The number at an index below the length. */
  at (index: number): number {
    return this.#chunks[index >>> CHUNK]![index & MASK]!
  }
}
