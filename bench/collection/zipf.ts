import type { Random } from './random.js'

/**
 * Draws ranks as words are drawn from a language: the first twice as often as the second, three times as often as the
 * third, and so on (Zipf's law).
 */
export class Zipf {
  readonly #cumulated: Float64Array

  /** @param exponent the smaller it is, the more even are the probabilities. */
  constructor (readonly ranks: number, exponent = 1) {
    this.#cumulated = new Float64Array(ranks)
    let sum = 0
    for (let rank = 0; rank < ranks; rank++) {
      sum += (rank + 1) ** -exponent
      this.#cumulated[rank] = sum
    }
  }

  /** A random rank, counted from 0. */
  pick (random: Random): number {
    const cumulated = this.#cumulated
    const mark = random.next() * cumulated[this.ranks - 1]!
    let low = 0
    let high = this.ranks - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (cumulated[middle]! > mark) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Probability of a rank, from 0 to 1. */
  share (rank: number): number {
    return (this.#cumulated[rank]! - (this.#cumulated[rank - 1] ?? 0)) / this.#cumulated[this.ranks - 1]!
  }
}
