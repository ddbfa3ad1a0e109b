/** Places that share a base: 2⁴. */
const BLOCK = 4

type Steps = Uint8Array | Uint16Array | Int32Array

/** What it consists of. */
export interface StartsState { readonly bases: Int32Array, readonly steps: Steps }

/** The positions at which the values of each place begin: in little more than a byte each, where few have many. */
export class Starts {
  readonly #bases: Int32Array
  readonly #steps: Steps

  private constructor ({ bases, steps }: StartsState) {
    this.#bases = bases
    this.#steps = steps
  }

  /** @param positions ascending: of each place, and at last the end. */
  static from (positions: Int32Array): Starts {
    const bases = new Int32Array((positions.length >> BLOCK) + 1)
    let longest = 0
    for (let place = 0; place < positions.length; place++) {
      const block = place >> BLOCK
      if (place === block << BLOCK) bases[block] = positions[place]!
      longest = Math.max(longest, positions[place]! - bases[block]!)
    }
    const List = longest > 0xffff ? Int32Array : longest > 0xff ? Uint16Array : Uint8Array
    const steps = new List(positions.length)
    for (let place = 0; place < positions.length; place++) steps[place] = positions[place]! - bases[place >> BLOCK]!
    return new Starts({ bases, steps })
  }

  static of (state: StartsState): Starts {
    return new Starts(state)
  }

  get state (): StartsState {
    return { bases: this.#bases, steps: this.#steps }
  }

  get bytes (): number {
    return this.#bases.byteLength + this.#steps.byteLength
  }

  at (place: number): number {
    return this.#bases[place >> BLOCK]! + this.#steps[place]!
  }
}
