/** A list of numbers with eight bytes each, for notes about each of a million records. */
export class NumberList {
  #numbers = new Float64Array(64)
  length = 0

  /** The numbers, until the next `push`. */
  get numbers (): Float64Array {
    return this.#numbers.subarray(0, this.length)
  }

  push (...numbers: number[]): void {
    if (this.length + numbers.length > this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers.set(numbers, this.length)
    this.length += numbers.length
  }
}
