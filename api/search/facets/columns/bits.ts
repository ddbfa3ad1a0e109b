/** A bit for each number up to a highest one, which may rise. */
export class Bits {
  #bits: Uint8Array
  #size = 0

  /** @param bits that of number 0 is the lowest one of the first byte. */
  constructor (bits: Uint8Array = new Uint8Array(8)) {
    this.#bits = bits
    for (const byte of bits) for (let left = byte; left !== 0; left &= left - 1) this.#size++
  }

  /** It changes with the bits, until there are more of them. */
  get array (): Uint8Array {
    return this.#bits
  }

  /** How many are set. */
  get size (): number {
    return this.#size
  }

  has (number: number): boolean {
    const at = number >>> 3
    return at < this.#bits.length && (this.#bits[at]! >>> (number & 7) & 1) === 1
  }

  add (number: number): void {
    if (this.has(number)) return
    const at = number >>> 3
    if (at >= this.#bits.length) {
      const bits = new Uint8Array(2 * at)
      bits.set(this.#bits)
      this.#bits = bits
    }
    this.#bits[at]! |= 1 << (number & 7)
    this.#size++
  }

  delete (number: number): void {
    if (!this.has(number)) return
    this.#bits[number >>> 3]! &= ~(1 << (number & 7))
    this.#size--
  }
}
