/** The best rows so far, as a heap: each is worse than the two behind it, so that the first is the worst of all. */
export class BestRows {
  readonly #relevance: Float64Array
  readonly #sign: number
  /** Positions of rows. */
  readonly #heap: number[] = []

  /** @param sign -1: the most relevant are the best. @param count of rows that are kept: at first those in front. */
  constructor (relevance: Float64Array, sign: number, count: number) {
    this.#relevance = relevance
    this.#sign = sign
    while (this.#heap.length < count) this.#heap.push(this.#heap.length)
    for (let at = (count >>> 1) - 1; at >= 0; at--) this.#sink(at)
  }

  /** What the relevance of another row, times the sign, has to be below, for the row to be better than the worst. */
  get worst (): number {
    return this.#sign * this.#relevance[this.#heap[0]!]!
  }

  replaceWorst (position: number): void {
    this.#heap[0] = position
    this.#sink(0)
  }

  /** Positions of the rows, the best one first. Takes them out. */
  inOrder (): number[] {
    const heap = this.#heap
    const ordered: number[] = []
    while (heap.length > 0) {
      ordered.push(heap[0]!)
      const last = heap.pop()!
      if (heap.length > 0) this.replaceWorst(last)
    }
    return ordered.reverse()
  }

  #isWorse (a: number, b: number): boolean {
    const difference = this.#sign * (this.#relevance[a]! - this.#relevance[b]!)
    return difference > 0 || (difference === 0 && a > b)
  }

  #sink (from: number): void {
    const heap = this.#heap
    for (let at = from, child = 2 * at + 1; child < heap.length; at = child, child = 2 * at + 1) {
      if (child + 1 < heap.length && this.#isWorse(heap[child + 1]!, heap[child]!)) child++
      if (!this.#isWorse(heap[child]!, heap[at]!)) return
      ;[heap[at], heap[child]] = [heap[child]!, heap[at]!]
    }
  }
}
