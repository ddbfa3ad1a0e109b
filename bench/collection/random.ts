const GOLDEN = 0x9E3779B9

/**
 * Random numbers that are the same in every run (splitmix32). Each record draws from its own sequence, so that any of
 * them can be made without those before it.
 */
export class Random {
  #state: number

  /** @param keys numbers that select the sequence, such as a seed and the number of a record. */
  constructor (...keys: readonly number[]) {
    this.#state = keys.reduce((state, key) => scrambled((state ^ key) + GOLDEN), 0)
  }

  /** At least 0, below 1. */
  next (): number {
    this.#state = (this.#state + GOLDEN) | 0
    return scrambled(this.#state) / 2 ** 32
  }

  /** A whole number from `least` to `most`. */
  integer (least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance (probability: number): boolean {
    return this.next() < probability
  }

  pick<T> (choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)]!
  }
}

function scrambled (state: number): number {
  let bits = state | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x21F0AAAD)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735A2D97)
  return (bits ^ (bits >>> 15)) >>> 0
}
