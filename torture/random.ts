/** Pseudo-random numbers that depend only on the seed, so that a run can be repeated. */
export class Random {
  #state: number

  constructor (seed: number) {
    this.#state = seed >>> 0
  }

  /** An independent generator for a named purpose, unaffected by the numbers that others draw. */
  static named (seed: number, name: string): Random {
    let mixed = seed
    for (const character of name) mixed = Math.imul(mixed ^ character.codePointAt(0)!, 0x9E3779B1)
    return new Random(mixed)
  }

  /** From 0 up to but not including 1 (mulberry32). */
  next (): number {
    this.#state = (this.#state + 0x6D2B79F5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to but not including `limit`. */
  below (limit: number): number {
    return Math.floor(this.next() * limit)
  }

  between (least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance (probability: number): boolean {
    return this.next() < probability
  }

  pick<T> (choices: readonly T[]): T {
    return choices[this.below(choices.length)]!
  }

  bytes (length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }

  /** Random lower-case letters. */
  word (length = 8): string {
    return Array.from({ length }, () => String.fromCharCode(97 + this.below(26))).join('')
  }
}
